//! A browser that a test drives: ChromeDriver, and one page in a profile of its own.

use crate::elsewhere::Elsewhere;
use crate::{Outcome, find, process};
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A running ChromeDriver, on a port of its own choosing. Ends with this value.
pub struct Driver {
    process: Child,
    address: String,
    /// Profiles and downloads of the pages opened through it.
    dir: PathBuf,
    /// What its browsers reach beyond this machine.
    elsewhere: Elsewhere,
}

impl Driver {
    /// Starts the ChromeDriver that `CHROMEDRIVER` names, or the one on `PATH`.
    pub fn start() -> Outcome<Driver> {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let mut process = Command::new(&program)
            .args(["--port=0", "--log-level=SEVERE"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program} did not start: {e}"))?;
        let stdout = process.stdout.take().ok_or("ChromeDriver has no output")?;
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, rest) = line.split_once("successfully on port ")?;
            rest.trim_end_matches('.').parse::<u16>().ok()
        });
        // Later lines have to go somewhere, or ChromeDriver waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let port = port.ok_or("ChromeDriver did not say its port")?;
        let dir = std::env::temp_dir().join(format!("marksheet-e2e-{}", std::process::id()));
        fs::create_dir_all(&dir)?;
        Ok(Driver {
            process,
            address: format!("http://127.0.0.1:{port}"),
            dir,
            elsewhere: Elsewhere::start()?,
        })
    }

    /// The largest resident memory of any of its browsers' page processes so far, in bytes.
    pub fn page_process_memory(&self) -> Option<u64> {
        let renderers = process::descendants(self.process.id())
            .into_iter()
            .filter(|pid| process::words(*pid).contains("--type=renderer"));
        let peak = |pid: u32| {
            let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        renderers.filter_map(peak).max().map(|kib| kib * 1024)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked to end, ChromeDriver also ends its browsers; what is left after that is killed.
        process::signal("-TERM", self.process.id());
        let start = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) && start.elapsed().as_secs() < 5 {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.process.kill().ok();
        self.process.wait().ok();
        // With the slash: another run's number may start like ours.
        let ours = format!("{}/", self.dir.display());
        for pid in process::all() {
            if process::words(pid).contains(&ours) {
                process::signal("-KILL", pid);
            }
        }
        fs::remove_dir_all(&self.dir).ok();
    }
}

/// One page in a browser with a profile of its own.
pub struct Page {
    /// The WebDriver session.
    pub client: Client,
    /// The address of the page, without a hash.
    pub site: String,
    /// Where downloads arrive.
    pub downloads: PathBuf,
    /// Where ChromeDriver listens.
    driver: String,
    /// What this browser, and others of the same driver, reach beyond this machine.
    pub elsewhere: Elsewhere,
    /// The profile, downloads, and what belongs to its siblings.
    dir: PathBuf,
    /// The origins a person told the page to ask, beside its own.
    told: RefCell<Vec<String>>,
}

impl Page {
    /// Opens the page as a new visitor would.
    pub async fn open(driver: &Driver, site: &str) -> Outcome<Page> {
        static OPENED: AtomicU32 = AtomicU32::new(0);
        let number = OPENED.fetch_add(1, Ordering::Relaxed);
        let dir = driver.dir.join(number.to_string());
        Page::open_in(&driver.address, driver.elsewhere.clone(), dir, site).await
    }

    /// Opens the page in another browser; one of the same name as before finds the profile as it was left.
    pub async fn sibling(&self, name: &str) -> Outcome<Page> {
        let dir = self.dir.join(name);
        Page::open_in(&self.driver, self.elsewhere.clone(), dir, &self.site).await
    }

    async fn open_in(
        driver: &str,
        elsewhere: Elsewhere,
        dir: PathBuf,
        site: &str,
    ) -> Outcome<Page> {
        let downloads = dir.join("downloads");
        fs::create_dir_all(&downloads)?;
        let capabilities = capabilities(&dir.join("profile"), &elsewhere.address);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(driver)
            .await?;
        let page = Page {
            client,
            site: site.to_owned(),
            downloads,
            driver: driver.to_owned(),
            elsewhere,
            dir,
            told: RefCell::default(),
        };
        let path = page.downloads.to_string_lossy().into_owned();
        page.devtools(
            "Browser.setDownloadBehavior",
            json!({"behavior": "allow", "downloadPath": path}),
        )
        .await?;
        page.goto("").await?;
        Ok(page)
    }

    /// The folder of the browser's profile.
    pub fn profile(&self) -> PathBuf {
        self.dir.join("profile")
    }

    /// From now on the page may send requests to that origin (`http://127.0.0.1:8000`), and they may fail.
    pub fn tell_origin(&self, origin: &str) {
        self.told.borrow_mut().push(origin.to_owned());
    }

    /// Whether a text begins with an origin the page was told of.
    pub fn is_told(&self, text: &str) -> bool {
        let told = self.told.borrow();
        told.iter()
            .any(|origin| text.starts_with(&format!("{origin}/")))
    }

    /// Kills the browser's process and all it started, without a word to any of them.
    pub fn kill(self) -> Outcome {
        // The whole argument: the name of another profile may begin like this one's.
        let ours = format!("--user-data-dir={}\0", self.profile().display());
        let is_main = |pid: &u32| {
            let words = process::words(*pid) + "\0";
            words.contains(&ours) && !words.contains("--type=")
        };
        let main = process::all().into_iter().find(is_main);
        let main = main.ok_or("the browser has no process")?;
        let others = process::descendants(main);
        process::signal("-KILL", main);
        others
            .into_iter()
            .for_each(|pid| process::signal("-KILL", pid));
        Ok(())
    }

    /// Opens a place, such as `#/scores`, from scratch.
    pub async fn goto(&self, place: &str) -> Outcome {
        // Between two hashes of one address a browser does not load anything.
        self.client.goto("about:blank").await?;
        self.client.goto(&format!("{}{place}", self.site)).await?;
        find::status(self).await.map(drop)
    }

    /// Opens the page with nothing stored, in less time than a new browser takes.
    pub async fn start_afresh(&self) -> Outcome {
        self.client.goto("about:blank").await?;
        let origin = self.site.split('/').take(3).collect::<Vec<_>>().join("/");
        let all = json!({"origin": origin, "storageTypes": "all"});
        self.devtools("Storage.clearDataForOrigin", all).await?;
        self.goto("").await
    }

    /// Sends a command of the DevTools protocol, which can do what WebDriver cannot.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Outcome<Value> {
        let body = json!({"cmd": command, "params": parameters});
        Ok(self
            .client
            .issue_cmd(Vendor {
                path: "goog/cdp/execute",
                body,
            })
            .await?)
    }

    /// The entries of a log (`browser`, `performance`) since it was last read.
    pub async fn log(&self, name: &str) -> Outcome<Vec<Value>> {
        let entries = self
            .client
            .issue_cmd(Vendor {
                path: "se/log",
                body: json!({"type": name}),
            })
            .await?;
        Ok(entries.as_array().cloned().unwrap_or_default())
    }

    /// Runs JavaScript in the page; `arguments` are its arguments, `return` its result.
    pub async fn script(&self, text: &str, arguments: Vec<Value>) -> Outcome<Value> {
        Ok(self.client.execute(text, arguments).await?)
    }

    /// Keeps what a failed story looked like in `target/e2e/`.
    pub async fn record(&self, name: &str) {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/e2e");
        fs::create_dir_all(&dir).ok();
        if let Ok(picture) = self.client.screenshot().await {
            fs::write(dir.join(format!("{name}.png")), picture).ok();
        }
        println!(
            "  status: {}",
            find::status(self)
                .await
                .unwrap_or_else(|why| why.to_string())
        );
        for (severity, text) in find::messages(self).await.unwrap_or_default() {
            println!("  {severity}: {text}");
        }
        for entry in self.log("browser").await.unwrap_or_default() {
            println!("  console: {}", entry["message"]);
        }
    }

    /// Closes the browser.
    pub async fn close(self) {
        // One that has crashed is closed already; the driver ends what remains.
        self.client.close().await.ok();
    }
}

fn capabilities(profile: &Path, proxy: &str) -> serde_json::Map<String, Value> {
    let mut arguments: Vec<String> = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--lang=en-US",
        "--window-size=1280,900",
    ]
    .map(str::to_owned)
    .to_vec();
    arguments.push(format!("--user-data-dir={}", profile.display()));
    arguments.push(format!("--proxy-server={proxy}"));
    // ChromeDriver's own additions, with which a hidden tab would run as one in front.
    let not_ours = [
        "disable-background-timer-throttling",
        "disable-backgrounding-occluded-windows",
        "disable-renderer-backgrounding",
    ];
    let mut options = json!({"args": arguments, "excludeSwitches": not_ours});
    if let Ok(binary) = std::env::var("CHROMIUM") {
        options["binary"] = json!(binary);
    }
    let mut capabilities = serde_json::Map::new();
    capabilities.insert("goog:chromeOptions".to_owned(), options);
    capabilities.insert(
        "goog:loggingPrefs".to_owned(),
        json!({"browser": "ALL", "performance": "ALL"}),
    );
    capabilities
}

/// A command that only ChromeDriver has.
#[derive(Debug)]
struct Vendor {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Vendor {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
