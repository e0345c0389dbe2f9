//! The worker as the session sees it: started, heard, replaced when it dies.

use super::{RESTORING, Session, State};
use crate::browser::lock::{BESIDE, Ours};
use crate::browser::worker::{Handle, Heard};
use crate::browser::{clock, download};
use crate::problem::{Problem, cut};
use crate::protocol::{Reply, Request, Rows, RowsQuery, VERSION, View};
use js_sys::Uint8Array;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

/// A worker that dies more often than this while the user asks for nothing is not started again.
const MOST_DEATHS: u32 = 3;

/// A worker that says nothing for so long, in milliseconds, will never say anything: its code could not be loaded.
const PATIENCE: i32 = 60_000;

impl Session {
    /// Restores what was open before, then asks what was asked meanwhile.
    pub(super) fn restore_first(self, workspace: Ours) {
        if workspace.is_beside_another {
            self.tell(
                Problem::info(
                    "another tab has the work you did last, and the run that may be going on there",
                )
                .hint("this tab has a place of its own: what you do here changes nothing there"),
            );
        }
        let workspace = workspace.name;
        self.bring_back_typed(&workspace);
        self.workspace.set_value(Some(workspace));
        self.post(
            &Request::Restore {
                turn: RESTORING,
                workspace: self.name(),
            },
            &JsValue::UNDEFINED,
        );
        let held_back = self
            .held_back
            .try_update_value(std::mem::take)
            .unwrap_or_default();
        for (request, attachment) in held_back {
            self.remember(&request);
            self.post(&request, &attachment);
        }
    }

    /// Restores what was open before in a new worker.
    pub(super) fn restore(self) {
        self.dropped.set_value(None);
        self.asked
            .update(|asked| *asked = (asked.0 + 1, State::Loading));
        self.progress.set(None);
        self.post(&self.restoring(), &JsValue::UNDEFINED);
    }

    /// The request that restores in the present turn.
    pub(super) fn restoring(self) -> Request {
        Request::Restore {
            turn: self.asked.get_untracked().0,
            workspace: self.name(),
        }
    }

    fn name(self) -> String {
        self.workspace.get_value().unwrap_or_default()
    }

    /// Whether the worker is busy with what was stored, and with nothing else.
    pub(super) fn is_restoring(self) -> bool {
        self.view.with_untracked(|view| view.turn == 0) && self.dropped.with_value(Option::is_none)
    }

    /// Leaves what is stored untouched, and begins anew beside it.
    pub(super) fn set_aside(self) {
        self.workspace.update_value(|name| {
            if let Some(name) = name {
                name.push_str(BESIDE);
            }
        });
        self.tell(
            Problem::warning("what was open before is set aside, untouched")
                .hint("open the files you want again"),
        );
    }

    pub(super) fn start_worker(self) {
        // Nobody waits for what the old one was asked.
        self.stored.set_value(None);
        self.progress.set(None);
        self.are_rows_asked.set_value(false);
        let started = Handle::start(move |heard| match heard {
            Heard::Reply(reply, attachment) => self.hear(reply, attachment),
            Heard::Died(reason) => self.replace_worker(&reason),
            Heard::NeverStarted => self.give_up(),
        });
        match started {
            Ok(worker) => {
                self.has_worker.set(true);
                self.worker.set_value(Some(worker));
                self.wait_for_life();
            }
            Err(_) => self.give_up(),
        }
    }

    /// A worker whose code cannot be loaded says so nowhere; silence has to do.
    fn wait_for_life(self) {
        leptos::task::spawn_local(async move {
            clock::sleep(PATIENCE).await;
            let is_silent =
                |worker: &Option<Handle>| worker.as_ref().is_some_and(Handle::is_silent);
            if self.worker.with_value(is_silent) {
                self.give_up();
            }
        });
    }

    fn give_up(self) {
        self.restart_prompts(false);
        self.cut_answers_short();
        self.worker.set_value(None);
        self.has_worker.set(false);
        self.progress.set(None);
        let message = "the part of Marksheet that reads and scores did not start";
        self.tell(Problem::error(message).hint(
            "reload the page; use a current Chrome, Edge, Firefox or Safari, and open it from a web server, not as a file",
        ));
    }

    /// After a fault of ours: a new worker with everything that was open before the fault.
    fn replace_worker(self, reason: &str) {
        let is_restoring = self.is_restoring();
        let dropped = self.dropped.get_value().map(|(_, names)| names);
        let doing = dropped.map_or("working".to_owned(), |names| {
            format!("reading {}", cut(&names, 100))
        });
        self.tell(
            Problem::error(format!("{doing} failed: {}", cut(reason, 200))).hint(
                "this is a fault of Marksheet, not yours; what was open before is still here",
            ),
        );
        self.n_deaths.update_value(|n| *n += 1);
        if self.n_deaths.get_value() > MOST_DEATHS {
            self.give_up();
            return;
        }
        if is_restoring {
            // What is stored may be what broke it.
            self.set_aside();
        }
        self.restart_prompts(true);
        self.start_worker();
        self.restore();
        self.restart_answers();
    }

    fn hear(self, reply: Reply, attachment: JsValue) {
        let turn = self.asked.get_untracked().0;
        match reply {
            Reply::Crashed(_) => {}
            Reply::Ready(version) if version == VERSION => {}
            Reply::Ready(_) => self.tell(
                Problem::error("this page and its worker are of different versions").hint(
                    "reload the page; if that does not help, empty the browser's cache for it",
                ),
            ),
            Reply::Workspaces(names) => {
                if let Some(asked) = self.stored.try_update_value(Option::take).flatten() {
                    // Nobody waits when the tab has its workspace already.
                    let _ = asked.send(names);
                }
            }
            Reply::Progress(progress) => {
                // A run that begins is a run, even where something has to be scored before.
                let is_run = self.asked.get_untracked().1 == State::Running;
                if progress.is_scoring && progress.turn == turn && !is_run {
                    self.asked.update(|asked| asked.1 = State::Scoring);
                }
                self.progress.set(Some(progress));
            }
            Reply::View(view) if view.turn == turn => self.show(*view),
            Reply::Intervals {
                turn: of,
                intervals,
                why_none,
            } if of == turn => {
                self.intervals.set(intervals);
                self.why_no_interval.set(why_none);
            }
            Reply::Alternatives {
                turn: of,
                alternatives,
            } if of == turn => self.alternatives.set(alternatives),
            Reply::Doubts(of, doubts) if of == turn => self.hear_doubts(doubts),
            Reply::Letters { turn: of, letters } if of == turn => self.letters.set(Some(letters)),
            Reply::NotInContext { turn: of, n } if of == turn => self.not_in_context.set(Some(n)),
            Reply::Groups { turn: of, groups } if of == turn => {
                self.are_groups_old.set(false);
                self.groups.set(Some(groups));
            }
            Reply::Charts { turn: of, charts } if of == turn => {
                self.are_charts_old.set(false);
                // The same once more: what is unfolded in them stays so.
                if self.charts.with_untracked(|old| **old != charts) {
                    self.charts.set(Arc::new(charts));
                }
            }
            // Answers to what was asked before the last request; its own will come.
            Reply::View(_)
            | Reply::Intervals { .. }
            | Reply::Alternatives { .. }
            | Reply::Letters { .. }
            | Reply::Groups { .. }
            | Reply::Charts { .. }
            | Reply::Doubts(..)
            | Reply::NotInContext { .. } => {}
            Reply::Rows(rows) => {
                self.are_rows_asked.set_value(false);
                if rows.ticket != self.query.with_untracked(|query| query.ticket) {
                    self.ask_for_rows();
                }
                self.rows.set(rows);
            }
            Reply::Item { ticket, item } => {
                if ticket == self.item_ticket.get_value() {
                    self.end_finding();
                    self.item.set(item.map(|item| Arc::new(*item)));
                }
            }
            Reply::Prompt(view) => self.hear_prompt(*view),
            Reply::Totals(totals) => self.hear_totals(totals),
            Reply::TemplateDifference(lines) => self.hear_difference(lines),
            Reply::Answers(view) => self.hear_answers(*view),
            Reply::Tried(tried) => self.hear_tried(*tried),
            Reply::Models(models) => self.hear_models(models),
            Reply::Schema(view) => self.hear_schema(*view),
            Reply::BuiltSchema(text) => self.hear_text_built(text),
            Reply::Connection(view) => self.hear_connection(*view),
            Reply::Record(record) => self.hear_record(record.map(|record| *record)),
            Reply::Compare(view) => self.hear_comparison(*view),
            Reply::Flips(flips) => self.hear_flips(flips),
            Reply::Preview(preview) => self.preview.set(preview),
            Reply::File { name, mime } => {
                self.progress.set(None);
                match attachment.dyn_into::<Uint8Array>() {
                    Ok(bytes) => download::save(&name, &mime, &bytes),
                    // What is too large for the memory comes as the browser's own.
                    Err(other) => {
                        if let Ok(blob) = other.dyn_into::<Blob>() {
                            download::save_blob(&name, &blob);
                        }
                    }
                }
            }
            Reply::Markdown(text) => {
                self.progress.set(None);
                self.markdown.set(Some(text));
            }
            Reply::OfDeed(problem) => {
                self.progress.set(None);
                self.tell_of_deed(problem);
            }
            Reply::Trouble(problem) => {
                self.progress.set(None);
                self.tell(problem);
            }
        }
    }

    fn show(self, view: View) {
        self.progress.set(None);
        self.intervals.set(Vec::new());
        self.why_no_interval.set(None);
        self.letters.set(None);
        self.alternatives.set(Vec::new());
        self.not_in_context.set(None);
        self.markdown.set(None);
        self.are_groups_old.set(true);
        self.are_charts_old.set(true);
        let key = |view: &View| view.dataset.as_ref().map(|dataset| dataset.key);
        if self.view.with_untracked(|old| key(old)) != key(&view) {
            self.forget_looks();
            self.release_prompts();
            self.groups.set(None);
            self.charts.set(Arc::default());
        }
        self.take_up_trying(key(&view));
        let open_item = self
            .item
            .with_untracked(|item| item.as_ref().map(|item| item.index));
        let is_scored = view.scores.is_some();
        let timing = view.timing;
        let doubts = view.scores.as_ref().map(|scores| scores.doubts.clone());
        self.doubts.set(Arc::new(doubts.unwrap_or_default()));
        self.note_arrival(&view);
        self.view.set(Arc::new(view));
        self.show_prompt();
        if is_scored {
            if let Some(index) = open_item {
                self.open_item(index);
            }
            self.take_up_looks();
            self.look_for(|_| {});
        } else {
            self.close_item();
            self.rows.set(Rows::default());
        }
        let offset = timing.origin - clock::origin();
        let names = ["marksheet:read", "marksheet:score"].into_iter();
        for (name, (start, end)) in names
            .zip([timing.read, timing.score])
            .filter(|(_, (_, end))| *end > 0.0)
        {
            clock::measure(name, start + offset, end + offset);
        }
        if let Some((start, _)) = self.dropped.get_value().filter(|_| is_scored) {
            // The effects that write the numbers run before a timer does.
            leptos::task::spawn_local(async move {
                clock::sleep(0).await;
                clock::measure("marksheet:drop-to-score", start, clock::now());
            });
        }
        self.dropped.set_value(None);
    }

    /// How another dataset was looked at says nothing about this one.
    fn forget_looks(self) {
        self.close_item();
        self.forget_tried();
        self.leave_chain();
        self.chain.set(Vec::new());
        self.query.update(|query| {
            *query = RowsQuery {
                ticket: query.ticket,
                n: query.n,
                ..RowsQuery::default()
            };
        });
    }
}
