//! Dropped files and choices, kept in IndexedDB: files as the browser's own blobs, choices as text.
//!
//! A full or refused store is an error to tell, never one to stop for. Deliberately absent: keys of providers.

use idb::{
    Database, DatabaseEvent, Error, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode,
};
use wasm_bindgen::JsValue;

/// Raised when the stores change; an upgrade keeps what older versions stored.
const VERSION: u32 = 1;
const CHOICES: &str = "choices";
const FILES: &str = "files";

/// One workspace's part of the store.
pub struct Store {
    database: Database,
    workspace: String,
}

impl Store {
    /// Opens the store for one workspace.
    ///
    /// # Errors
    /// When the browser keeps nothing (private windows of some), or a newer version of the page wrote the store.
    pub async fn open(workspace: &str) -> Result<Self, Error> {
        let mut request = Factory::new()?.open("marksheet", Some(VERSION))?;
        request.on_upgrade_needed(|event| {
            let Ok(database) = event.database() else {
                return;
            };
            for name in [CHOICES, FILES] {
                if !database.store_names().iter().any(|known| known == name) {
                    // A failure shows when the store is first used, and is told there.
                    let _ = database.create_object_store(name, ObjectStoreParams::new());
                }
            }
        });
        let database = request.await?;
        Ok(Self {
            database,
            workspace: workspace.to_owned(),
        })
    }

    fn file_key(&self, key: u32) -> JsValue {
        format!("{}/{key:08}", self.workspace).into()
    }

    /// Keeps a file's content under its key.
    ///
    /// # Errors
    /// When the store is full or refuses.
    pub async fn put_file(&self, key: u32, blob: &JsValue) -> Result<(), Error> {
        self.put(FILES, &self.file_key(key), blob).await
    }

    /// The content kept under that key.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn file(&self, key: u32) -> Result<Option<JsValue>, Error> {
        self.get(FILES, self.file_key(key)).await
    }

    /// Keeps the choices.
    ///
    /// # Errors
    /// When the store is full or refuses.
    pub async fn put_choices(&self, choices: &str) -> Result<(), Error> {
        self.put(CHOICES, &self.workspace.as_str().into(), &choices.into())
            .await
    }

    /// The choices kept.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn choices(&self) -> Result<Option<String>, Error> {
        let value = self.get(CHOICES, self.workspace.as_str().into()).await?;
        Ok(value.and_then(|value| value.as_string()))
    }

    /// Forgets every file of the workspace but these.
    ///
    /// # Errors
    /// When the store refuses.
    pub async fn keep_only(&self, keys: &[u32]) -> Result<(), Error> {
        let transaction = self
            .database
            .transaction(&[FILES], TransactionMode::ReadWrite)?;
        let store = transaction.object_store(FILES)?;
        let first = format!("{}/", self.workspace).into();
        // `0` is the character after `/`.
        let end = format!("{}0", self.workspace).into();
        let range = KeyRange::bound(&first, &end, None, Some(true))?;
        let kept: Vec<JsValue> = keys.iter().map(|key| self.file_key(*key)).collect();
        for key in store.get_all_keys(Some(range.into()), None)?.await? {
            if !kept.contains(&key) {
                store.delete(Query::Key(key))?.await?;
            }
        }
        transaction.commit()?.await?;
        Ok(())
    }

    async fn put(&self, store: &str, key: &JsValue, value: &JsValue) -> Result<(), Error> {
        let transaction = self
            .database
            .transaction(&[store], TransactionMode::ReadWrite)?;
        transaction
            .object_store(store)?
            .put(value, Some(key))?
            .await?;
        transaction.commit()?.await?;
        Ok(())
    }

    async fn get(&self, store: &str, key: JsValue) -> Result<Option<JsValue>, Error> {
        let transaction = self
            .database
            .transaction(&[store], TransactionMode::ReadOnly)?;
        let value = transaction.object_store(store)?.get(key)?.await?;
        Ok(value)
    }
}
