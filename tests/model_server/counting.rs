//! Counts are exact: what a client did before its next step is counted before it.

use crate::asking::{ask, body, exam, exchange, post, request};
use crate::model_server::faults::parse;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

#[test]
fn as_many_are_in_flight_at_most_as_ask_at_once() {
    for n_clients in [1, 3, 7] {
        let server =
            exam(|config| config.latency = (Duration::from_millis(3), Duration::from_millis(6)));
        thread::scope(|scope| {
            for client in 0..n_clients {
                let server = &server;
                scope.spawn(move || {
                    for step in 0..6 {
                        let id = (1 + client * 6 + step).to_string();
                        assert_eq!(ask(server, &id).status, 200);
                    }
                });
            }
        });
        let counts = server.counts();
        assert!(
            counts.in_flight_max <= n_clients,
            "{}",
            counts.in_flight_max
        );
        // One after another would be no concurrency at all; how many really meet is up to the machine.
        assert!(n_clients == 1 || counts.in_flight_max > 1);
        assert_eq!(
            (counts.in_flight, counts.requests, counts.answered),
            (0, n_clients * 6, n_clients * 6)
        );
    }
}

#[test]
fn each_item_counts_its_own_requests() {
    let server = exam(|config| config.faults = parse("status_503=1x2").unwrap());
    for status in [503, 503, 200, 200] {
        assert_eq!(ask(&server, "5").status, status);
    }
    assert_eq!(ask(&server, "6").status, 503);
    let counts = server.counts();
    assert_eq!((counts.item("5").asked, counts.item("5").answered), (4, 2));
    assert_eq!((counts.item("6").asked, counts.item("6").answered), (1, 0));
    assert_eq!(
        (counts.item("7").asked, counts.requests, counts.answered),
        (0, 5, 2)
    );
    assert_eq!(counts.faults["status_503"], 3);
}

#[test]
fn a_question_that_nobody_knows_is_answered_and_counted_apart() {
    let server = exam(|config| config.faults = parse("hang=1").unwrap());
    assert_eq!(post(&server, &body("Are you there?")).said(), "OK");
    let counts = server.counts();
    assert_eq!(
        (counts.unknown, counts.answered, counts.items.len()),
        (1, 1, 0)
    );
}

#[test]
fn asking_before_the_delay_is_over_is_seen() {
    let server = exam(|config| {
        config.faults = parse("rate_text=1").unwrap();
        config.delay = Duration::from_secs(60);
    });
    assert_eq!(
        (ask(&server, "1").status, ask(&server, "1").status),
        (429, 200)
    );
    assert_eq!(server.counts().too_early, 1);
    server.reset();
    server
        .change(|config| config.delay = Duration::from_millis(10))
        .unwrap();
    assert_eq!(ask(&server, "1").status, 429);
    thread::sleep(Duration::from_millis(10));
    assert_eq!(ask(&server, "1").status, 200);
    assert_eq!(server.counts().too_early, 0);
}

#[test]
fn one_connection_serves_many_requests_and_counts_once() {
    let server = exam(|_| {});
    let headers = "Content-Type: application/json\r\n";
    let bytes = request(
        "POST",
        "/v1/chat/completions",
        headers,
        &body("Say OK").to_string(),
    );
    let stream = TcpStream::connect(server.address()).unwrap();
    let mut reader = BufReader::new(&stream);
    for _ in 0..3 {
        (&stream).write_all(bytes.as_bytes()).unwrap();
        let (mut line, mut length) = (String::new(), 0);
        while reader.read_line(&mut line).unwrap() > 2 {
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut reply = vec![0; length];
        reader.read_exact(&mut reply).unwrap();
    }
    let counts = server.counts();
    assert_eq!((counts.requests, counts.connections_max), (3, 1));
}

#[test]
fn a_client_that_does_not_wait_is_counted_as_gone() {
    let server = exam(|config| config.latency = (Duration::from_secs(60), Duration::from_secs(60)));
    let body = body(&crate::asking::prompt(&server, "1")).to_string();
    let bytes = request(
        "POST",
        "/v1/chat/completions",
        "Content-Type: application/json\r\n",
        &body,
    );
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(bytes.as_bytes()).unwrap();
    while server.counts().in_flight == 0 {
        thread::yield_now();
    }
    drop(stream);
    while server.counts().in_flight == 1 || server.counts().abandoned == 0 {
        thread::yield_now();
    }
    let counts = server.counts();
    assert_eq!((counts.item("1").asked, counts.item("1").answered), (1, 0));
    // An end of the server, too, needs nobody's patience.
    drop(server);
}

#[test]
fn a_dropped_server_listens_no_more() {
    let server = exam(|_| {});
    let address = server.address();
    assert_eq!(
        exchange(address, &request("GET", "/control", "", "")).status,
        200
    );
    drop(server);
    assert!(TcpStream::connect(address).is_err());
}
