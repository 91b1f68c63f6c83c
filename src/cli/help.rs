//! The long texts of --help and of the manual page.
//! Never parses.

pub(super) const ABOUT: &str =
    "See where a chunker cuts your texts, what each cut breaks, and how a question becomes a context";

pub(super) const LONG: &str = "\
See where a chunker cuts your texts, what each cut breaks, and how a question becomes a context.

Without a command it opens the explorer on FOLDER. The commands do the same without a screen, as tables for people or, \
with --json, as one JSON object for programs. A folder whose name is that of a command is opened with a path in front: \
seamscope ./chunk";

pub(super) const AFTER: &str = "\
Examples:
  seamscope                              the explorer on ./sample-docs, or here
  seamscope notes                        the explorer on the folder `notes`
  seamscope chunk notes --set chunk.size=512
                                         every chunk, cut and seam of a folder
  seamscope query notes \"who may refund?\"
                                         the whole story of one question
  seamscope calibrate notes              the margin m that suits these texts
  seamscope eval notes --questions q.jsonl
                                         policies compared, with intervals
  seamscope config show                  every setting with its origin
  seamscope keys                         every key of the explorer
  seamscope notes --theme paper --fresh  another look, nothing restored

Exit codes:
  0  done
  1  nothing found, a folder without documents, a refused answer,
     or a missed bar
  2  the call or the configuration is wrong (also a missing folder)
  3  something failed while running
  130  Ctrl-C stopped it; what was there by then is printed, marked as partial
       (\"partial\" in JSON); a second Ctrl-C ends it at once

Environment:
  SEAMSCOPE_<KEY>  a setting: SEAMSCOPE_CHUNK_SIZE=600 for chunk.size
  XDG_CONFIG_HOME  where seamscope/config.toml lies
  XDG_CACHE_HOME   where seamscope/ keeps indexes and vectors
  XDG_STATE_HOME   where seamscope/ keeps questions asked, knobs turned, logs
  VISUAL, EDITOR   the editor, where ui.editor is auto
  COLORTERM        truecolor where the terminal takes 24-bit colours
  COLORFGBG        the background, where the terminal does not say it
  ORT_DYLIB_PATH   ONNX Runtime, for fastembed models (see `seamscope doctor`)
  NO_COLOR         no colour";

pub(super) const CHUNK: &str = "\
Examples:
  seamscope chunk notes
  seamscope chunk notes/plan.md --json --text
  seamscope chunk notes --set chunk.method=recursive \\
      --set chunk.size=600 --set chunk.unit=chars
  seamscope chunk notes --set 'chunk.separators=[\"\\n\\n\", \". \", \" \", \"\"]'

No model is loaded unless chunk.unit or seam.unit is `model`.

Exit codes:
  0 done; 1 no documents; 2 wrong call or configuration; 3 failed";

pub(super) const QUERY: &str = "\
Examples:
  seamscope query notes \"who may refund an order?\"
  seamscope query notes \"who may refund?\" --json | jq '.context[].citation'
  seamscope query notes \"who may refund?\" --explain 'plan.md#7|8'
  seamscope query notes \"who may refund?\" --preset scar

Exit codes:
  0 passages found; 1 nothing found or refused (everything is printed all
  the same); 2 wrong call or configuration; 3 failed";

pub(super) const REPLAY: &str = "\
The input is one JSON object; every key but one of the first two may be
left out:
  lists     ranked lists of ids, best first: [[\"C1\", \"S1|2\"], [\"C2\"]]
  fused     instead of lists, the fused ranking itself
  k         k of 1 / (k + rank), 60
  seams     the two chunks of each seam: {\"S1|2\": [\"C1\", \"C2\"]}
  margin    m of the fire test, 3
  budget    slots, 5
  rerank    scores of chunks by a reranker: {\"C1\": 0.3}
  rerank_n  how many chunks the reranker is given, 150

Examples:
  seamscope replay lists.json
  echo '{\"lists\": [[\"C1\", \"C2\"], [\"C2\", \"C3\"]]}' | seamscope replay - --json

Exit codes:
  0 done; 1 no entry in any list; 2 wrong call or input; 3 failed";

pub(super) const INDEX: &str = "\
Vectors are kept by model and text, and the index of each folder beside
them. Only what changed is made anew, and a kill at any moment leaves the
old or the new state.

Examples:
  seamscope index notes
  seamscope index notes --cache-dir /tmp/seams --json

Exit codes:
  0 done; 1 no documents; 2 wrong call or configuration; 3 failed;
  130 stopped by Ctrl-C: how far it came is printed, the same call goes on";

pub(super) const CONFIG: &str = "\
From the weakest to the strongest: built-in defaults, the user's file,
.seamscope.toml in the opened folder, the environment, --preset, --config
FILE, --set KEY=VALUE. A preset replaces the tables chunk, seam, search,
fusion, fire, budget, expand, refuse and context of everything weaker;
folder, embed, rerank and ui stay.

Examples:
  seamscope config show
  seamscope config show notes --json
  seamscope config init
  seamscope config schema > seamscope.schema.json
                                         then, on the first line of the file,
                                         #:schema ./seamscope.schema.json

Exit codes:
  0 done; 2 wrong call or configuration; 3 failed";

#[cfg(feature = "tui")]
pub(super) const KEYS: &str = "\
The file keys.toml beside config.toml changes keys: one table a place, one line
an action. The keys on a line replace the built-in ones; [] takes them away.
  [main]
  zoom = [\"F\", \"ctrl-w z\"]
  reload = []

Examples:
  seamscope keys
  seamscope keys --toml > ~/.config/seamscope/keys.toml

Exit codes:
  0 done; 2 wrong call or keymap file; 3 failed";

pub(super) const MODELS: &str = "\
A model by name is fetched from embed.hub the first time it is used, or with
`models pull`, and kept; afterwards no network is needed. Each file is checked
by its hash whenever it is used; one that is not what it was is moved aside
and fetched again.

Examples:
  seamscope models
  seamscope models --json | jq -r '.models[] | select(.cached).name'
  seamscope models pull bge-small-en-v1.5
  seamscope query notes \"who may refund?\" --set embed.model=fastembed:bge-small-en-v1.5
  seamscope models pull bge-m3 --set embed.hub=https://mirror.example

Exit codes:
  0 done; 1 nothing to remove; 2 wrong call or configuration; 3 failed";

pub(super) const DOCTOR: &str = "\
ONNX Runtime is looked for in this order: ORT_DYLIB_PATH, the setting
embed.runtime, beside the program, among the system's libraries, in the package
onnxruntime of an installed Python. Nothing is downloaded.

Examples:
  seamscope doctor
  pip install onnxruntime && seamscope doctor

Exit codes:
  0 it answers; 1 it is not there or does not answer; 2 wrong call";

pub(super) const EXPORT: &str = "\
One JSON object a line, document by document: its chunks (\"kind\":
\"chunk\"), then its seams (\"kind\": \"seam\"), with text, offsets and links.

Examples:
  seamscope export notes --format jsonl > notes.jsonl
  seamscope export notes --format jsonl --vectors > notes.jsonl

Exit codes:
  0 done; 1 no documents; 2 wrong call or configuration; 3 failed";

pub(super) const LLM: &str = "Have the endpoint at URL write the questions (OpenAI's interface, such as \
    http://localhost:8080/v1); its key is read from SEAMSCOPE_LLM_KEY or OPENAI_API_KEY";

pub(super) const CALIBRATE: &str = "\
Samples sentences that lie whole in one chunk near a cut, and passages of two or
three sentences that a cut splits, asks a question for each, and counts by how
many places the seam leads the chunk that holds the answer. The suggested margin
is the smallest m that at most a tenth of the whole sentences reach. The
questions are clozes: some content words of the passage, drawn with a seed.
Search by words finds such questions more easily than a person's own;
--questions uses yours, --llm has a language model write them. What it is asked
is printed; its answers are kept in the cache.

Examples:
  seamscope calibrate notes
  seamscope calibrate notes --samples 400 --seed 2 --json
  seamscope calibrate notes --questions questions.jsonl
  seamscope calibrate notes --llm http://localhost:8080/v1 --llm-model qwen3
  seamscope query notes \"who may refund?\" --set fire.margin=4
                                         apply what was suggested

Exit codes:
  0 done; 1 no documents or no passage to sample; 2 wrong call or configuration;
  3 failed; 130 stopped by Ctrl-C: what the samples asked so far say is printed";

pub(super) const EVAL: &str = "\
A question file has one JSON object a line:
  {\"id\": \"q1\", \"question\": \"...\", \"kind\": \"boundary\",
   \"evidence\": [{\"doc\": \"a.md\", \"char\": [120, 460]}]}
kind is boundary, atomic or unanswerable; \"byte\" and \"text\" are checked against
the document. A bar is [POLICY:][KIND.]MEASURE>=VALUE or <=; MEASURE is a name of
the summary in --json, KIND also split or whole.

Examples:
  seamscope eval notes --questions q.jsonl
  seamscope eval notes --questions q.jsonl --policies plain,seams --json
  seamscope eval notes --questions q.jsonl --require 'seams:recall>=0.9'
  seamscope eval notes --questions q.jsonl --csv > rows.csv
  seamscope eval notes --questions q.jsonl --policies plain,overlap,seams \
      --phases 8                         with the first cut at eight places

Exit codes:
  0 done; 1 no documents or a bar missed; 2 wrong call, questions or
  configuration; 3 failed; 130 stopped by Ctrl-C: the questions asked so far
  are summed up, and no bar is held against them";

pub(super) const SWEEP: &str = "\
An axis is KEY=A..B with both ends, KEY=A..B/STEP, or KEY=A,B,C. What an index depends
on (chunk.*, seam.*, embed.*) builds one index a value; the rest reuses it.
With --keep a sweep that was stopped goes on where it was; each line of the file holds a
point with all its settings, its model and hashes of documents and questions.

Examples:
  seamscope sweep notes --questions q.jsonl --over fire.margin=0..10
  seamscope sweep notes --questions q.jsonl --over seam.k=100,150,200 \\
      --over fire.margin=0..6 --svg curve.svg --keep points.jsonl
  seamscope sweep notes --questions q.jsonl --policies scar \\
      --over expand.lambda=0..0.5/0.1 --csv

Exit codes:
  0 done; 1 no documents; 2 wrong call, questions or configuration; 3 failed;
  130 stopped by Ctrl-C: the places finished so far are printed";

pub(super) const COMPLETIONS: &str = "\
Examples:
  seamscope completions bash \\
      > ~/.local/share/bash-completion/completions/seamscope
  seamscope completions fish > ~/.config/fish/completions/seamscope.fish
  seamscope completions zsh > \"${fpath[1]}/_seamscope\"

Exit codes:
  0 done; 2 wrong call; 3 failed";

pub(super) const MAN: &str = "\
Example:
  seamscope man > ~/.local/share/man/man1/seamscope.1

Exit codes:
  0 done; 2 wrong call; 3 failed";
