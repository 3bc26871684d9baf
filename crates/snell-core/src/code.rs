//! Every kind of finding, with its stable name. `snell check --codes` prints this list.

use serde::{Serialize, Serializer};

use crate::diagnostic::Severity;

macro_rules! codes {
    ($($name:ident $text:literal $severity:ident $meaning:literal;)*) => {
        /// A kind of finding. Names are stable: they may be added to, not changed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $meaning] $name),* }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The name, as it is shown.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text),* }
            }

            /// What it means, in one sentence.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$name => $meaning),* }
            }

            /// The severity that a finding of this kind usually has.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity),* }
            }
        }
    };
}

codes! {
    // Reading files
    Unreadable "unreadable" Error "a file cannot be read, is not a regular file, is too large or is not UTF-8";
    Syntax "syntax" Error "a file is not valid JSON or TOML; nothing in it is loaded";
    TooDeep "too-deep" Error "a file is nested deeper than 64 levels; nothing in it is loaded";
    OutsideProject "outside-project" Warning "a project's file leads out of the project; trust in the project does not reach it";
    Untrusted "untrusted" Note "a project's hook is not what the user approved, or nobody has approved it; it does not run";
    ChangedWhileRunning "changed-while-running" Warning "a file that a project's hook names changed while the hook ran; what ran may not be what was approved";
    TrustFromProject "trust-from-project" Warning "a project's file speaks of trust or of disabled hooks, which only the user decides; it is ignored";
    TooManyFiles "too-many-files" Error "a directory holds more hook files than are read";
    JsonExtension "json-extension" Warning "a JSON file has comments or trailing commas, which other readers may not accept";
    DuplicateKey "duplicate-key" Error "a key stands twice in one object; the last one stands";
    WrongShape "wrong-shape" Error "something is of another shape than hooks have";
    SwitchValue "switch-value" Error "a switch has a value that is not true or false; its default applies";
    // Events and groups
    EventUnderTop "event-under-top" Error "an event stands at the top of a file instead of under `hooks`; it is not loaded";
    UnknownEvent "unknown-event" Warning "a name under `hooks` is no event here; its hooks are not loaded";
    EventNotHere "event-not-here" Warning "an event that only plugins see stands in another file; its hooks are not loaded";
    MatcherIgnored "matcher-ignored" Warning "the event has nothing to match; the matcher is ignored";
    BadMatcher "bad-matcher" Error "a matcher cannot be used; its group is not loaded";
    StarMatcher "star-matcher" Note "a lone `*` matches everything although it is no regular expression";
    MatcherTooWide "matcher-too-wide" Note "a pattern without anchors also matches longer names";
    MatcherNeverMatches "matcher-never-matches" Warning "a matcher matches no tool that the dialect could have";
    // Handlers
    UnknownType "unknown-type" Error "a handler's type cannot be run here; the handler is not loaded";
    MissingType "missing-type" Warning "a handler has a command and no type; it is a command";
    MissingField "missing-field" Error "a handler lacks its command or url; the handler is not loaded";
    BadField "bad-field" Error "a handler's field has a value that cannot be used";
    UnknownKey "unknown-key" Note "a key has no meaning here; it is ignored";
    BadTimeout "bad-timeout" Error "a timeout is not a positive number; the default applies";
    TimeoutClamped "timeout-clamped" Warning "a timeout is above a day; a day applies";
    TimeoutSuspicious "timeout-suspicious" Warning "a timeout looks like milliseconds; the unit is seconds";
    AsyncIgnored "async-ignored" Warning "hooks are not run in the background here; the hook runs and is waited for";
    BadOnFailure "bad-on-failure" Error "`onFailure` is neither `continue` nor `block`; `block` applies";
    OnFailureIgnored "on-failure-ignored" Warning "`onFailure` has no effect on an event that cannot block";
    BadId "bad-id" Error "an `id` is not `[a-z0-9-]{1,64}` or stands twice; the positional name stands";
    ReservedVariable "reserved-variable" Warning "a handler's `env` names a reserved variable; it is not set";
    RefusedVariable "refused-variable" Error "a handler's `env` names a variable that could run other code; it is not set";
    Duplicate "duplicate" Note "an equal hook stands before this one; it runs once";
    // Plugins
    BadPluginVariable "bad-plugin-variable" Error "a plugin declares a variable whose name cannot be used; it is not set";
    BadManifest "bad-manifest" Error "a plugin's manifest cannot be read";
    // Packing
    PlaceholderRewritten "placeholder-rewritten" Note "another agent's plugin root in a command becomes this dialect's when the plugin is packed";
    PlaceholderRequoted "placeholder-requoted" Warning "another agent's plugin root stood between apostrophes, where no shell expands it; it is quoted anew";
    PlaceholderEscaped "placeholder-escaped" Warning "another agent's plugin root stands behind a backslash; only a shell that reads the text again expands it";
    PlaceholderLeft "placeholder-left" Error "another agent's plugin root stands where it cannot be rewritten";
    PlaceholderNamed "placeholder-named" Warning "a command names another agent's plugin root without referring to it";
    PlaceholderInScript "placeholder-in-script" Warning "a script uses another agent's plugin root; packing does not edit scripts";
    HooksMoved "hooks-moved" Note "packing puts the hooks where the dialect looks for them";
    ManifestWritten "manifest-written" Note "packing writes into the manifest where the hooks are and what they offer";
    TypeWritten "type-written" Note "packing writes the type that a handler leaves out";
    LeftOut "left-out" Note "something in the directory is no part of the package";
    LinkCopied "link-copied" Warning "a link becomes a copy of the file that it leads to";
    // Importing
    NotImported "not-imported" Warning "a handler that is no command is not imported";
    ShorterTimeout "shorter-timeout" Warning "an imported hook without a timeout gets a shorter one here";
    PayloadKeys "payload-keys" Warning "an imported hook is told the same under other keys";
    ToolNames "tool-names" Warning "an imported hook is told other names of tools";
    DecisionWords "decision-words" Warning "of the other agent's words an imported hook's denial alone is heard";
    ContextLost "context-lost" Warning "what an imported hook prints is not given to the model here";
    ProgramElsewhere "program-elsewhere" Warning "an imported hook's program is looked for beside its new file";
    // The bridge
    BothScopes "both-scopes" Error "the user's file and the project's both have the bridge; every hook runs twice";
    EntryTwice "entry-twice" Error "an event has several entries of the bridge; every hook runs as often";
    EntryGone "entry-gone" Warning "an event has no entry of the bridge any more, or has none yet; its hooks do not run";
    EntryEdited "entry-edited" Warning "an entry of the bridge is not as it was installed";
    EntryOutgrown "entry-outgrown" Warning "hooks may take longer than an entry of the bridge gives them; they are ended early";
    SnellGone "snell-gone" Error "an entry of the bridge calls a program that is not there, or that cannot be run";
    HooksOff "hooks-off" Error "the agent's configuration switches hooks off; entries of the bridge do not run";
    CommentsRefused "comments-refused" Error "the agent ignores a file that has comments or trailing commas";
    GuardWeaker "guard-weaker" Note "a hook guards less under the agent than under its own";
    LeftToAgent "left-to-agent" Note "the agent reads another agent's file itself; its hooks are left to it";
    ApprovalAsked "approval-asked" Note "the agent asks the user to approve what the bridge put in";
    UntestedVersion "untested-version" Note "the tables were held against another version of the agent";
    // What a command would run
    MissingProgram "missing-program" Warning "a command's program cannot be found";
    MissingScript "missing-script" Warning "a command's script cannot be found; an interpreter that cannot find its script exits 2, which blocks";
    NotExecutable "not-executable" Warning "a script is called bare and lacks its execute bit";
    Unquoted "unquoted" Warning "a path with a space stands unquoted";
    PayloadVariable "payload-variable" Warning "a command refers to a variable that no hook gets; the payload comes on stdin";
    UnsetVariable "unset-variable" Warning "a command or url refers to a variable that is not set here; the hook would not run";
    VendorPlaceholder "vendor-placeholder" Warning "a command refers to another agent's plugin root, which has no value here; the hook does not run";
    ExitOneRefuses "exit-one-refuses" Warning "a gate's script refuses with an exit code other than 2, which refuses nothing";
    ForeignToolName "foreign-tool-name" Warning "a script compares with another agent's name of a tool; the payload has the native one";
    NeverBlocks "never-blocks" Note "a hook from another agent's file may try to block an event that only observes here";
    RefusedUrl "refused-url" Error "a url is not allowed: only https, and no private, link-local or metadata address";
    // Answers
    DecisionIgnored "decision-ignored" Error "what was printed holds a decision but is not one JSON object; the decision is not used";
    ForeignDecision "foreign-decision" Warning "a reply decides in another agent's words; they have no effect here";
    UnknownDecision "unknown-decision" Error "a reply's decision is not a word of this dialect; it is not used";
    NoDecision "no-decision" Note "a reply's word means no decision here";
    WrongEventName "wrong-event-name" Warning "a reply names another event; the object it stands in is void";
    NoEffectHere "no-effect-here" Warning "a reply says something that has no effect at this event";
    WrongType "wrong-type" Warning "a reply's key has a value of the wrong type; it is ignored";
    CannotBlock "cannot-block" Warning "a hook tried to block an event that only observes";
    Utf16 "utf-16" Error "output looks like UTF-16 without a byte-order mark";
    ContextCut "context-cut" Warning "a context was longer than is passed on; it was cut";
    SecretPassedOn "secret-passed-on" Warning "a replacement or context that goes to the agent holds a plugin's secret";
    RewriteDropped "rewrite-dropped" Note "a rewrite is not used: another hook denied, or a later rewrite stands";
    Leaked "leaked" Warning "a process that the hook started outlived it and held its output open";
    Swept "swept" Warning "processes that hooks left behind, outside their process groups, were ended";
    DirectoryGone "directory-gone" Note "the hook's directory does not exist; the nearest existing parent was used";
    Muted "muted" Note "this event cannot block at the end of a session; the hook's verdict is ignored";
    Unconfigured "unconfigured" Note "a required plugin variable has no value; the hook runs without it";
    ForeignSource "foreign-source" Note "the hook that blocked comes from another agent's file";
    FailedClosed "failed-closed" Warning "a hook marked `onFailure: block` failed; that counts as a block";
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.as_str())
    }
}
