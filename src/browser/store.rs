//! Dropped files, choices and answers, kept in IndexedDB: files as the browser's own blobs, everything else as text.
//!
//! A full or refused store is an error to tell, never one to stop for. Deliberately absent: keys of providers.

use idb::{
    Database, DatabaseEvent, Error, Factory, KeyRange, ObjectStoreParams, Query, Transaction,
    TransactionMode, TransactionResult,
};
use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{IdbDatabase, IdbTransaction};

/// Raised when the stores change; an upgrade keeps what older versions stored.
const VERSION: u32 = 2;
const CHOICES: &str = "choices";
const FILES: &str = "files";
/// Runs that were asked here: a header under the run's key, each record under that, a slash and its index.
const ANSWERS: &str = "answers";

/// So many records are read at once: as objects of the browser and as text they are in memory twice.
const PORTION: u32 = 5_000;

/// One workspace's part of the store.
pub struct Store {
    database: Database,
    /// The same, for what the crate has no words for.
    raw: IdbDatabase,
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
            for name in [CHOICES, FILES, ANSWERS] {
                if !database.store_names().iter().any(|known| known == name) {
                    // A failure shows when the store is first used, and is told there.
                    let _ = database.create_object_store(name, ObjectStoreParams::new());
                }
            }
        });
        let raw = IdbDatabase::from(request.await?);
        // A newer version of the page, opened in another tab, must not wait for this one.
        let closing = raw.clone();
        let close = Closure::<dyn FnMut()>::new(move || closing.close());
        raw.set_onversionchange(Some(close.as_ref().unchecked_ref()));
        close.forget();
        Ok(Self {
            database: raw.clone().into(),
            raw,
            workspace: workspace.to_owned(),
        })
    }

    /// The names of all workspaces in which anything was kept.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn workspaces() -> Result<Vec<String>, Error> {
        let store = Self::open("").await?;
        let transaction = store
            .database
            .transaction(&[CHOICES], TransactionMode::ReadOnly)?;
        let choices = transaction.object_store(CHOICES)?;
        let names = choices.get_all_keys(None, None)?.await?;
        store.database.close();
        Ok(names.iter().filter_map(JsValue::as_string).collect())
    }

    /// The workspace's name.
    pub fn name(&self) -> &str {
        &self.workspace
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
        let range = self.all_of_workspace()?;
        let kept: Vec<JsValue> = keys.iter().map(|key| self.file_key(*key)).collect();
        for key in store.get_all_keys(Some(range.into()), None)?.await? {
            if !kept.contains(&key) {
                store.delete(Query::Key(key))?.await?;
            }
        }
        committed(transaction).await
    }

    /// Keeps what a run is about.
    ///
    /// # Errors
    /// When the store is full or refuses.
    pub async fn put_header(&self, run: u32, header: &str) -> Result<(), Error> {
        self.put_surely(vec![(self.file_key(run), header.into())])
            .await
    }

    /// Keeps records of a run, by index. When this returns they are on the disk, as far as the system tells.
    ///
    /// # Errors
    /// When the store is full or refuses.
    pub async fn put_records(&self, run: u32, records: &[(u32, String)]) -> Result<(), Error> {
        let entry = |(index, line): &(u32, String)| {
            let key = format!("{}/{run:08}/{index:010}", self.workspace);
            (key.into(), line.into())
        };
        self.put_surely(records.iter().map(entry).collect()).await
    }

    /// The header of a run and its records, as text; `None` when nothing is kept of it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn run(&self, run: u32) -> Result<Option<(String, Vec<String>)>, Error> {
        let Some(header) = self.get(ANSWERS, self.file_key(run)).await? else {
            return Ok(None);
        };
        let mut records = Vec::new();
        let mut range = self.records_of(run)?;
        loop {
            let transaction = self
                .database
                .transaction(&[ANSWERS], TransactionMode::ReadOnly)?;
            let store = transaction.object_store(ANSWERS)?;
            let keys = store.get_all_keys(Some(range.clone().into()), Some(PORTION))?;
            let values = store.get_all(Some(range.clone().into()), Some(PORTION))?;
            let (keys, values) = (keys.await?, values.await?);
            records.extend(values.iter().filter_map(JsValue::as_string));
            let Some(last) = keys.last().filter(|_| keys.len() == PORTION as usize) else {
                return Ok(Some((header.as_string().unwrap_or_default(), records)));
            };
            range = KeyRange::bound(last, &range.upper()?, Some(true), Some(true))?;
        }
    }

    /// The runs of which anything is kept.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn runs(&self) -> Result<Vec<u32>, Error> {
        let transaction = self
            .database
            .transaction(&[ANSWERS], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(ANSWERS)?;
        let keys = store
            .get_all_keys(Some(self.all_of_workspace()?.into()), None)?
            .await?;
        let run = |key: &JsValue| {
            let key = key.as_string()?;
            let rest = key.strip_prefix(&self.workspace)?.strip_prefix('/')?;
            rest.parse().ok()
        };
        Ok(keys.iter().filter_map(run).collect())
    }

    /// Forgets a run.
    ///
    /// # Errors
    /// When the store refuses.
    pub async fn forget_run(&self, run: u32) -> Result<(), Error> {
        let transaction = self
            .database
            .transaction(&[ANSWERS], TransactionMode::ReadWrite)?;
        let store = transaction.object_store(ANSWERS)?;
        store
            .delete(Query::KeyRange(self.records_of(run)?))?
            .await?;
        store.delete(Query::Key(self.file_key(run)))?.await?;
        committed(transaction).await
    }

    fn records_of(&self, run: u32) -> Result<KeyRange, Error> {
        let name = format!("{}/{run:08}", self.workspace);
        within(&name)
    }

    fn all_of_workspace(&self) -> Result<KeyRange, Error> {
        within(&self.workspace)
    }

    /// Keeps entries of [`ANSWERS`] in one transaction that ends only when they are written through.
    async fn put_surely(&self, entries: Vec<(JsValue, JsValue)>) -> Result<(), Error> {
        let transaction = match self.strict_transaction() {
            Some(transaction) => transaction.into(),
            // Browsers that do not know the word write through anyway.
            None => self
                .database
                .transaction(&[ANSWERS], TransactionMode::ReadWrite)?,
        };
        let store = transaction.object_store(ANSWERS)?;
        for (key, value) in &entries {
            store.put(value, Some(key))?;
        }
        committed(transaction).await
    }

    fn strict_transaction(&self) -> Option<IdbTransaction> {
        let options = Object::new();
        Reflect::set(&options, &"durability".into(), &"strict".into()).ok()?;
        let transaction = Reflect::get(&self.raw, &"transaction".into()).ok()?;
        let transaction: Function = transaction.dyn_into().ok()?;
        let stores = Array::of1(&ANSWERS.into());
        let begun = transaction.call3(&self.raw, &stores, &"readwrite".into(), &options);
        begun.ok()?.dyn_into().ok()
    }

    async fn put(&self, store: &str, key: &JsValue, value: &JsValue) -> Result<(), Error> {
        let transaction = self
            .database
            .transaction(&[store], TransactionMode::ReadWrite)?;
        transaction
            .object_store(store)?
            .put(value, Some(key))?
            .await?;
        committed(transaction).await
    }

    async fn get(&self, store: &str, key: JsValue) -> Result<Option<JsValue>, Error> {
        let transaction = self
            .database
            .transaction(&[store], TransactionMode::ReadOnly)?;
        let value = transaction.object_store(store)?.get(key)?.await?;
        Ok(value)
    }
}

/// Waits for the end of a transaction; one that the browser gave up (for lack of space) is an error.
async fn committed(transaction: Transaction) -> Result<(), Error> {
    match transaction.commit()?.await? {
        TransactionResult::Committed => Ok(()),
        TransactionResult::Aborted => Err(Error::TransactionAbortError(
            "the browser gave up writing, most likely for lack of space".into(),
        )),
    }
}

/// The keys that begin with `name` and a slash.
fn within(name: &str) -> Result<KeyRange, Error> {
    let first = format!("{name}/").into();
    // `0` is the character after `/`.
    let end = format!("{name}0").into();
    KeyRange::bound(&first, &end, None, Some(true))
}
