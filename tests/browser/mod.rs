//! Drives a headless Chromium over WebDriver, as `chromedriver` speaks it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// A browser with one window. It is closed when this is dropped.
pub(crate) struct Browser {
    driver: Child,
    /// The address of the session.
    session: String,
    agent: ureq::Agent,
}

impl Browser {
    /// Starts a browser. `None`, with the reason told, if there is none; but where `MATOMBO_NEEDS_BROWSER` is set, that
    /// is a failure.
    pub(crate) fn start() -> Option<Self> {
        let driver = Command::new("chromedriver")
            .args(["--port=0", "--log-level=SEVERE"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = match driver {
            Ok(driver) => driver,
            Err(error) => {
                let needed = std::env::var_os("MATOMBO_NEEDS_BROWSER").is_some();
                assert!(!needed, "chromedriver is needed here: {error}");
                let _ = writeln!(std::io::stderr(), "skipped: chromedriver cannot be started ({error})");
                return None;
            }
        };
        let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("chromedriver tells its port");
        // What it says later must not stop it.
        std::thread::spawn(move || lines.for_each(drop));
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let mut browser = Self { driver, session: format!("http://127.0.0.1:{port}/session"), agent };
        let arguments =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"];
        let options = json!({
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let made = browser.send("", &json!({"capabilities": {"alwaysMatch": options}}));
        browser.session += &format!("/{}", made["sessionId"].as_str().expect("a session"));
        Some(browser)
    }

    fn send(&self, command: &str, body: &Value) -> Value {
        let address = format!("{}{command}", self.session);
        let mut answer = self.agent.post(&address).send_json(body).expect("chromedriver answers");
        let mut value: Value = answer.body_mut().read_json().expect("JSON");
        let value = value["value"].take();
        assert!(value.get("error").is_none(), "{command} {body}: {value}");
        value
    }

    /// Runs a command of Chromium's own protocol.
    pub(crate) fn command(&self, name: &str, params: Value) -> Value {
        self.send("/goog/cdp/execute", &json!({"cmd": name, "params": params}))
    }

    /// Opens an address.
    pub(crate) fn open(&self, address: &str) {
        self.send("/url", &json!({"url": address}));
    }

    /// Evaluates an expression in the page.
    pub(crate) fn eval(&self, expression: &str) -> Value {
        self.send("/execute/sync", &json!({"script": format!("return {expression};"), "args": []}))
    }

    /// The text that an expression comes to.
    pub(crate) fn text(&self, expression: &str) -> String {
        let value = self.eval(expression);
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }

    /// Presses a key and lets it go.
    pub(crate) fn press(&self, key: &str) {
        let actions = json!([{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]);
        self.send("/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
    }

    /// Clicks on the element that a selector finds.
    pub(crate) fn click(&self, selector: &str) {
        let found = self.send("/element", &json!({"using": "css selector", "value": selector}));
        let id = found.as_object().and_then(|found| found.values().next()).and_then(Value::as_str).expect("an element");
        self.send(&format!("/element/{id}/click"), &json!({}));
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&self, expression: &str) {
        for _ in 0..200 {
            if self.eval(expression) == Value::Bool(true) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("never came true: {expression}");
    }

    /// Everything that stands in the console, and empties it.
    pub(crate) fn console(&self) -> Vec<String> {
        let log = self.send("/se/log", &json!({"type": "browser"}));
        log.as_array().expect("a list").iter().map(Value::to_string).collect()
    }

    /// A picture of the window, as PNG in base 64.
    pub(crate) fn screenshot(&self) -> String {
        let shot = self.command("Page.captureScreenshot", json!({"captureBeyondViewport": true}));
        shot["data"].as_str().expect("a picture").to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
