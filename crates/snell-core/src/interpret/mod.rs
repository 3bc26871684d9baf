//! `interpret`: what a finished run means. The exit rows say what of a reply counts; the reply rows say what it says.

mod notes;
mod reply;
mod strict;

use crate::code::Code;
use crate::completion::{Completion, End};
use crate::diagnostic::Diagnostic;
use crate::dialect::{Dialect, Event as Row, ExitCode, ExitRow, Gate, Heeds, ReasonFrom, Then};
use crate::event::Event;
use crate::hook::Hook;
use crate::output;
use crate::secret;
use crate::verdict::{Decision, Failure, FailureKind, Verdict};

use reply::Said;

/// What came of one hook that ran (or was refused).
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// What it said, or why it said nothing.
    pub verdict: Result<Verdict, Failure>,
    /// What is worth telling about it.
    pub notes: Vec<Diagnostic>,
}

/// Interprets one run.
pub fn interpret(dialect: &Dialect, row: &Row, event: &Event, hook: &Hook, completion: &Completion) -> Heard {
    let mut notes = Vec::new();
    if completion.leaked {
        notes.push(Diagnostic::new(Code::Leaked, "a process that the hook started outlived it and held its output open"));
    }
    let interpreter = Interpreter { dialect, row, hook, completion };
    let mut verdict = interpreter.verdict(&mut notes);
    if is_muted(row, event) && verdict.as_ref().is_ok_and(|verdict| !verdict.is_silent()) {
        notes.push(Diagnostic::new(Code::Muted, "this event cannot block at the end of a session; the verdict is ignored"));
        verdict = Ok(Verdict::default());
    }
    if hook.aside && verdict.as_ref().is_ok_and(|verdict| verdict.decision.is_some() || verdict.input.is_some() || verdict.output.is_some())
    {
        notes.push(notes::aside());
        verdict = verdict.map(|verdict| Verdict { context: verdict.context, ..Verdict::default() });
    }
    let mut heard = Heard { verdict, notes };
    keep_secrets(hook, &mut heard);
    heard
}

/// What an answer says to whoever listens by these rules, whoever gave it.
pub fn listen(dialect: &Dialect, row: &Row, completion: &Completion) -> Result<Verdict, Failure> {
    let hook = Hook::nobody(row.kind);
    Interpreter { dialect, row, hook: &hook, completion }.verdict(&mut Vec::new())
}

/// Whether the gate cannot block now (N3.4).
pub fn is_muted(row: &Row, event: &Event) -> bool {
    row.muted.as_ref().is_some_and(|muted| muted.holds(event))
}

struct Interpreter<'a> {
    dialect: &'a Dialect,
    row: &'a Row,
    hook: &'a Hook,
    completion: &'a Completion,
}

impl Interpreter<'_> {
    fn verdict(&self, notes: &mut Vec<Diagnostic>) -> Result<Verdict, Failure> {
        let fail = |kind, message: String| Err(Failure::new(kind, message));
        match &self.completion.end {
            End::TimedOut => fail(FailureKind::TimedOut, format!("ended after {} s", self.hook.timeout.as_secs_f64())),
            End::Cancelled => fail(FailureKind::TimedOut, "ended because the event was cancelled".to_owned()),
            End::NotStarted(why) => fail(FailureKind::NotStarted, why.clone()),
            End::Refused(why) => fail(FailureKind::Refused, why.clone()),
            End::Transport(why) => fail(FailureKind::Transport, why.clone()),
            End::Exited(code) => self.heed(*code, FailureKind::Exited, notes),
            End::Signalled(_) => self.heed(-1, FailureKind::Signalled, notes),
            End::Answered(200..=299) => self.heed(0, FailureKind::HttpStatus, notes),
            End::Answered(_) => self.heed(-1, FailureKind::HttpStatus, notes),
        }
    }

    /// Reads the reply as far as the exit code lets it count.
    fn heed(&self, code: i32, failing: FailureKind, notes: &mut Vec<Diagnostic>) -> Result<Verdict, Failure> {
        let exit = self.exit_row(code);
        let said = self.said(exit, code == 0, notes);
        let verdict = said.as_ref().map(|said| counting(said, exit.heeds, failing));
        let obeyed = exit.heeds == Heeds::All && said.as_ref().is_ok_and(|said| said.is_object);
        let decided = obeyed || verdict.as_ref().is_ok_and(|verdict| self.decides(verdict));
        match exit.then {
            _ if decided => verdict.map(|verdict| self.with_reason(verdict, exit)).map_err(Clone::clone),
            Then::Pass => verdict.map_err(Clone::clone),
            Then::Block => Ok(self.decided(Decision::Block, exit, said.as_ref().ok())),
            Then::End => Ok(self.decided(Decision::End, exit, said.as_ref().ok())),
            Then::BlockWithReason if self.given_reason(exit, said.as_ref().ok()).is_some() => {
                Ok(self.decided(Decision::Block, exit, said.as_ref().ok()))
            }
            Then::BlockWithReason | Then::Fail => Err(self.failure(code, failing, notes)),
        }
    }

    fn decided(&self, decision: Decision, exit: &ExitRow, said: Option<&Said>) -> Verdict {
        Verdict { decision: Some(decision), reason: Some(self.reason(exit, said)), ..Verdict::default() }
    }

    fn exit_row(&self, code: i32) -> &ExitRow {
        static NOTHING: ExitRow =
            ExitRow { code: ExitCode::Any, heeds: Heeds::Nothing, then: Then::Fail, reasons: std::borrow::Cow::Borrowed(&[]) };
        let fits = |row: &&ExitRow| matches!(row.code, ExitCode::Any) || row.code == ExitCode::Is(code);
        self.row.exits.iter().find(fits).unwrap_or(&NOTHING)
    }

    /// What stdout says. Output that was cut is never read as far as it came (N6.11).
    fn said(&self, exit: &ExitRow, success: bool, notes: &mut Vec<Diagnostic>) -> Result<Said, Failure> {
        if self.completion.stdout.overflowed {
            let unread = exit.heeds == Heeds::Nothing || self.row.plain == crate::dialect::PlainText::Unread;
            let message = format!("more than {} bytes of output; none of it is used", crate::completion::OUTPUT_CAP);
            return if unread { Ok(Said::default()) } else { Err(Failure::new(FailureKind::TooLarge, message)) };
        }
        let decoded = output::decode(&self.completion.stdout.bytes);
        if decoded.utf16_suspected {
            notes.push(Diagnostic::new(Code::Utf16, "the output looks like UTF-16 without a byte-order mark").help("write UTF-8"));
        }
        let aside = self.dialect.reading.on_stderr && decoded.text.trim().is_empty() && reply::is_object(&self.stderr());
        let text = if aside { self.stderr() } else { decoded.text };
        reply::read(self.dialect, self.row, self.hook.source.words, &text, success, notes)
    }

    /// Whether a verdict decides by itself, so that the exit code has nothing to add.
    fn decides(&self, verdict: &Verdict) -> bool {
        matches!(verdict.decision, Some(Decision::Block | Decision::End)) || self.row.gate == Gate::Turn && verdict.context.is_some()
    }

    fn with_reason(&self, verdict: Verdict, exit: &ExitRow) -> Verdict {
        let reason = match verdict.decision {
            Some(Decision::Block) => Some(verdict.reason.clone().unwrap_or_else(|| self.reason(exit, None))),
            Some(Decision::End) => Some(verdict.reason.clone().unwrap_or_else(|| format!("stopped by hook `{}`", self.hook.name))),
            _ => verdict.reason.clone(),
        };
        Verdict { reason, ..verdict }
    }

    /// The reason of a block, from where the exit row says, or one that names the hook (N6.5, N7.8, R7.4).
    fn reason(&self, exit: &ExitRow, said: Option<&Said>) -> String {
        self.given_reason(exit, said).unwrap_or_else(|| format!("{} `{}`", self.row.unexplained, self.hook.name))
    }

    fn given_reason(&self, exit: &ExitRow, said: Option<&Said>) -> Option<String> {
        let from = |source: &ReasonFrom| match source {
            ReasonFrom::Reply => {
                said.filter(|said| said.verdict.decision == Some(Decision::Block)).and_then(|said| said.verdict.reason.clone())
            }
            ReasonFrom::StderrObject => reply::reason_in(self.row, &self.stderr()),
            ReasonFrom::Stderr => Some(self.stderr()),
            ReasonFrom::Stdout => Some(output::decode(&self.completion.stdout.bytes).text.trim().to_owned()),
        };
        exit.reasons.iter().filter_map(from).find(|reason| !reason.trim().is_empty())
    }

    /// Stderr, trimmed. Secrets are masked before anything is cut from it, so that no part of one is left.
    fn stderr(&self) -> String {
        let text = output::decode(&self.completion.stderr.bytes).text;
        secret::mask(text.trim(), secrets(self.hook))
    }

    fn failure(&self, code: i32, kind: FailureKind, notes: &mut Vec<Diagnostic>) -> Failure {
        let told = notes.iter().any(|note| note.code == Code::CannotBlock);
        if code == 2 && self.row.gate == Gate::Observes && !told {
            notes.push(notes::cannot_block(self.row, "exit 2"));
        }
        Failure::new(kind, notes::failure_words(self.row, self.hook, &self.completion.end, &self.stderr()))
    }
}

/// The part of what was said that counts at this exit.
fn counting(said: &Said, heeds: Heeds, failing: FailureKind) -> Verdict {
    let whole = said.verdict.clone();
    let decision = whole.decision;
    match heeds {
        Heeds::All => whole,
        Heeds::Nothing => Verdict::default(),
        Heeds::Blocks if decision == Some(Decision::Block) => Verdict { decision, reason: whole.reason, ..Verdict::default() },
        Heeds::Decisions if matches!(decision, Some(Decision::Block | Decision::End)) => {
            Verdict { decision, reason: whole.reason, context: whole.context, ..Verdict::default() }
        }
        // A holding context is decision JSON of a command; a server's error page is not (N9.5).
        Heeds::Decisions if said.holds && failing != FailureKind::HttpStatus => Verdict { context: whole.context, ..Verdict::default() },
        Heeds::Blocks | Heeds::Decisions => Verdict::default(),
    }
}

fn secrets(hook: &Hook) -> impl Iterator<Item = &secret::Secret> + Clone {
    hook.source.plugin.iter().flat_map(|plugin| plugin.variables.iter().map(|(_, secret)| secret))
}

/// SECURITY: R5.6. What is stored and shown holds no plugin secret; what goes to the host does, and is told.
fn keep_secrets(hook: &Hook, heard: &mut Heard) {
    let mask = |text: &mut String| *text = secret::mask(text, secrets(hook));
    match &mut heard.verdict {
        Err(failure) => mask(&mut failure.message),
        Ok(verdict) => {
            verdict.reason.iter_mut().for_each(mask);
            if passes_on_a_secret(verdict, hook) {
                heard.notes.push(Diagnostic::new(Code::SecretPassedOn, "what goes to the agent holds a configured secret"));
            }
        }
    }
    for note in &mut heard.notes {
        mask(&mut note.message);
    }
}

fn passes_on_a_secret(verdict: &Verdict, hook: &Hook) -> bool {
    let holds = |text: &str| secret::holds(text, secrets(hook));
    let json = |value: &serde_json::Value| holds(&value.to_string());
    verdict.context.as_deref().is_some_and(holds)
        || verdict.output.as_ref().is_some_and(json)
        || verdict.input.as_ref().is_some_and(|input| input.values().any(json))
}
