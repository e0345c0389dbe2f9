//! A running server is changed, read and cut over HTTP.

use crate::asking::{Got, ask, exam, exchange, prompt, request};
use crate::model_server::Server;
use crate::model_server::config::SETTINGS;
use serde_json::{Value, json};
use std::io::Read;
use std::net::TcpStream;
use std::time::Duration;

fn control(server: &Server, body: &Value) -> Got {
    exchange(
        server.address(),
        &request("POST", "/control", "", &body.to_string()),
    )
}

fn get(server: &Server, path: &str) -> Value {
    exchange(server.address(), &request("GET", path, "", "")).json()
}

#[test]
fn settings_change_while_it_runs() {
    let server = exam(|_| {});
    let got = control(
        &server,
        &json!({"faults": "status_503=1", "right": 0, "seed": 9, "latency": "0..2", "credit": true}),
    );
    assert_eq!((got.status, &got.json()["requests"]), (200, &json!(0)));
    assert_eq!(ask(&server, "1").status, 503);
    assert_eq!(ask(&server, "1").said(), "B");
    // The same faults again do not start again; others do, and so does a reset.
    control(&server, &json!({"faults": "status_503=1"}));
    assert_eq!(ask(&server, "1").status, 200);
    control(&server, &json!({"faults": "status_500=1"}));
    assert_eq!(ask(&server, "1").status, 500);
    assert_eq!(
        control(&server, &json!({"reset": true})).json()["requests"],
        0
    );
    assert_eq!(ask(&server, "1").status, 500);
}

#[test]
fn what_is_not_understood_changes_nothing() {
    let server = exam(|_| {});
    for bad in [
        json!({"right": 0, "colour": "red"}),
        json!({"right": 0, "faults": "crash=1"}),
        json!({"right": 0, "cors": "ajar"}),
        json!({"right": 0, "latency": "5..1"}),
        json!({"right": 0, "reset": "yes"}),
        json!({"right": 0, "cut": -1}),
        json!({"right": 2}),
        json!([1]),
    ] {
        let got = control(&server, &bad);
        assert_eq!(got.status, 400, "{bad}");
        assert!(got.json()["error"].is_string());
    }
    assert_eq!(server.config().right, 1.0);
    assert_eq!(
        exchange(server.address(), &request("PUT", "/control", "", "")).status,
        400
    );
}

#[test]
fn every_setting_that_help_names_is_known() {
    let mut config = exam(|_| {}).config();
    for (name, ..) in SETTINGS {
        let known = config.set(name, "\u{0}");
        assert!(
            known.is_ok() || known == Err(format!("{name} cannot be \u{0}")) || name == "faults"
        );
    }
    assert_eq!(
        config.set("colour", "red"),
        Err("no setting named colour".to_owned())
    );
}

#[test]
fn counts_and_the_last_request_are_read() {
    let server = exam(|_| {});
    assert_eq!(get(&server, "/control/last"), Value::Null);
    ask(&server, "1");
    let counts = get(&server, "/control");
    assert_eq!(counts["items"], json!({"1": {"asked": 1, "answered": 1}}));
    assert_eq!(
        (&counts["in_flight"], &counts["in_flight_max"]),
        (&json!(0), &json!(1))
    );
    let last = get(&server, "/control/last");
    assert_eq!(
        (&last["method"], &last["path"]),
        (&json!("POST"), &json!("/v1/chat/completions"))
    );
    assert_eq!(last["headers"]["authorization"], "Bearer sk-test");
    let body: Value = serde_json::from_str(last["body"].as_str().unwrap()).unwrap();
    assert_eq!(body["messages"][1]["content"], prompt(&server, "1"));
}

#[test]
fn a_cut_network_closes_all_but_control_and_comes_back() {
    let server = exam(|_| {});
    let mut idle = TcpStream::connect(server.address()).unwrap();
    while server.counts().connections == 0 {
        std::thread::yield_now();
    }
    assert_eq!(control(&server, &json!({"cut": 60_000})).status, 200);
    assert_eq!(idle.read(&mut [0]).unwrap_or(0), 0);
    assert_eq!(ask(&server, "1").raw, "");
    let counts = get(&server, "/control");
    assert_eq!(
        (&counts["cut"], &counts["requests"]),
        (&json!(1), &json!(0))
    );
    control(&server, &json!({"cut": 0}));
    assert_eq!(ask(&server, "1").said(), "A");
    server.cut(Duration::from_millis(1));
    std::thread::sleep(Duration::from_millis(2));
    assert_eq!(ask(&server, "1").said(), "A");
}

#[test]
fn a_cut_ends_requests_that_are_under_way() {
    let server = exam(|config| config.latency = (Duration::from_secs(60), Duration::from_secs(60)));
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| ask(&server, "1").raw);
        while server.counts().in_flight == 0 {
            std::thread::yield_now();
        }
        server.cut(Duration::from_millis(1));
        assert_eq!(asking.join().unwrap(), "");
    });
    assert_eq!(server.counts().item("1").answered, 0);
}
