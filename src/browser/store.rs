//! Dropped files and choices, kept in IndexedDB: files as the browser's own blobs, choices as text.
//!
//! A full or refused store is an error to tell, never one to stop for. Deliberately absent: keys of providers.

use idb::{Database, DatabaseEvent, Error, Factory, ObjectStoreParams, TransactionMode};
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

    /// Forgets some files.
    ///
    /// # Errors
    /// When the store refuses.
    pub async fn forget_files(&self, keys: &[u32]) -> Result<(), Error> {
        let transaction = self
            .database
            .transaction(&[FILES], TransactionMode::ReadWrite)?;
        let store = transaction.object_store(FILES)?;
        for &key in keys {
            store.delete(self.file_key(key))?.await?;
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
