-- The first format of a library.
--
-- Two kinds of tables. What happened (texts, candidates, forecasts, measurements, events) is written once. What is read
-- when a session is listed or opened (candidate_rows, session_summary) is derived from it, in the transaction that
-- wrote it, and may be computed anew at any time.
--
-- Times are UTC milliseconds. Enumerations are the keys of core/domain. Rows with id 1 in the tables that keys refer
-- to say "unknown": two NULLs never collide in a key, two unknowns must.

----------------------------------------------------------------------------------------------------------------------
-- Texts and kernels: stored once, by hash.

CREATE TABLE texts(
  id   INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),  -- SHA-256 of the bytes before compression
  size INTEGER NOT NULL CHECK (size >= 0),              -- bytes before compression
  searchable INTEGER NOT NULL CHECK (searchable IN (0, 1)),  -- 1: in text_search
  zstd BLOB NOT NULL
) STRICT;

-- Which texts hold which three characters; rowid is texts.id. Contentless and without positions: a query gives the
-- texts that hold all its trigrams, and the reader looks at those texts themselves. That is a third of the size of
-- an index with positions.
CREATE VIRTUAL TABLE text_search USING fts5(body, content = '', detail = 'none', columnsize = 0, tokenize = 'trigram');
-- Up to 16 MiB of it are gathered in memory before they are written: a large import then merges far less.
INSERT INTO text_search(text_search, rank) VALUES ('hashsize', 16777216);

-- A kernel is a source text. Its hash is repeated here, since a table of candidates reads hashes alone.
CREATE TABLE kernels(
  id   INTEGER PRIMARY KEY REFERENCES texts(id),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- What people add. By hash and by session id, not by row: it survives when a session is taken out and imported again.
CREATE TABLE kernel_notes(
  kernel_hash BLOB PRIMARY KEY CHECK (length(kernel_hash) = 32),
  note        TEXT NOT NULL,
  updated_ms  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE kernel_tags(
  kernel_hash BLOB NOT NULL CHECK (length(kernel_hash) = 32),
  tag         TEXT NOT NULL CHECK (tag <> ''),
  updated_ms  INTEGER NOT NULL,
  PRIMARY KEY (kernel_hash, tag)
) STRICT, WITHOUT ROWID;
CREATE TABLE session_notes(
  session_ulid TEXT PRIMARY KEY CHECK (length(session_ulid) = 26),
  note         TEXT NOT NULL,
  updated_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE session_tags(
  session_ulid TEXT NOT NULL CHECK (length(session_ulid) = 26),
  tag          TEXT NOT NULL CHECK (tag <> ''),
  updated_ms   INTEGER NOT NULL,
  PRIMARY KEY (session_ulid, tag)
) STRICT, WITHOUT ROWID;

----------------------------------------------------------------------------------------------------------------------
-- What is named once and referred to: versions of software, devices, tasks, models, prompts.

CREATE TABLE versions(
  id    INTEGER PRIMARY KEY,
  kind  TEXT NOT NULL CHECK (kind IN ('unknown', 'program', 'driver', 'nvrtc', 'tool')),
  value TEXT NOT NULL,
  UNIQUE (kind, value)
) STRICT;
INSERT INTO versions(id, kind, value) VALUES (1, 'unknown', 'unknown');

-- By its facts: the same GPU under another driver is another row.
CREATE TABLE devices(
  id     INTEGER PRIMARY KEY,
  hash   BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),  -- of `facts`
  name   TEXT NOT NULL,
  facts  TEXT NOT NULL,
  driver INTEGER NOT NULL DEFAULT 1 REFERENCES versions(id),
  nvrtc  INTEGER NOT NULL DEFAULT 1 REFERENCES versions(id)
) STRICT;
INSERT INTO devices(id, hash, name, facts)
VALUES (1, x'fdb769a02617005e3a24aa4a5f8048ce81816cb9fcd35a82fe185f558dbf9f6e', 'unknown', '{"name":"unknown"}');

-- Measurements refer to a task's version, since only that says whether times compare; sessions refer to the
-- definition they were told, which may differ in its words.
CREATE TABLE task_versions(
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL CHECK (name <> ''),
  version INTEGER NOT NULL,
  UNIQUE (name, version)
) STRICT;
CREATE TABLE task_definitions(
  id           INTEGER PRIMARY KEY,
  hash         BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),  -- of `json`
  task_version INTEGER NOT NULL REFERENCES task_versions(id),
  json         TEXT NOT NULL
) STRICT;

CREATE TABLE models(
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL,
  endpoint    TEXT NOT NULL DEFAULT 'unknown',  -- never with a key
  temperature TEXT NOT NULL DEFAULT 'unknown',
  UNIQUE (name, endpoint, temperature)
) STRICT;
INSERT INTO models(id, name) VALUES (1, 'unknown');

CREATE TABLE prompts(
  id   INTEGER PRIMARY KEY,
  text INTEGER UNIQUE REFERENCES texts(id)  -- NULL in the unknown row alone
) STRICT;
INSERT INTO prompts(id, text) VALUES (1, NULL);

-- What forecasts: a model in a mode with a prompt, under the name it has on screen.
CREATE TABLE surrogates(
  id     INTEGER PRIMARY KEY,
  name   TEXT NOT NULL,
  model  INTEGER NOT NULL DEFAULT 1 REFERENCES models(id),
  mode   TEXT NOT NULL DEFAULT 'unknown',
  prompt INTEGER NOT NULL DEFAULT 1 REFERENCES prompts(id),
  UNIQUE (name, model, mode, prompt)
) STRICT;
INSERT INTO surrogates(id, name) VALUES (1, 'unknown');

----------------------------------------------------------------------------------------------------------------------
-- Sessions.

CREATE TABLE sessions(
  id           INTEGER PRIMARY KEY,
  ulid         TEXT NOT NULL UNIQUE CHECK (length(ulid) = 26),
  name         TEXT NOT NULL,
  kind         TEXT NOT NULL CHECK (kind IN ('search', 'evaluation', 'import')),
  state        TEXT NOT NULL CHECK (state IN ('imported', 'running', 'paused', 'interrupted', 'stopped', 'finished', 'failed')),
  state_note   TEXT NOT NULL DEFAULT '',
  created_ms   INTEGER NOT NULL,
  updated_ms   INTEGER NOT NULL,
  policy       TEXT NOT NULL DEFAULT '',
  provenance   TEXT NOT NULL DEFAULT '',
  config       TEXT,                         -- JSON, of a search
  content_hash BLOB CHECK (content_hash IS NULL OR length(content_hash) = 32),  -- of what was imported
  program      INTEGER NOT NULL DEFAULT 1 REFERENCES versions(id),  -- that wrote or imported it
  last_seq     INTEGER NOT NULL DEFAULT 0,   -- of its events
  opening      INTEGER NOT NULL DEFAULT 0    -- how many times a search took its lease; request ids are unique in one
) STRICT;
CREATE INDEX sessions_newest ON sessions(created_ms, id);
CREATE INDEX sessions_running ON sessions(state) WHERE state = 'running';

-- `ix` is the index that rows use, in the order of the document or of the first event.
CREATE TABLE session_tasks(
  session    INTEGER NOT NULL REFERENCES sessions(id),
  ix         INTEGER NOT NULL,
  definition INTEGER NOT NULL REFERENCES task_definitions(id),
  PRIMARY KEY (session, ix)
) STRICT, WITHOUT ROWID;
CREATE TABLE session_devices(
  session INTEGER NOT NULL REFERENCES sessions(id),
  ix      INTEGER NOT NULL,
  device  INTEGER NOT NULL REFERENCES devices(id),
  key     TEXT NOT NULL,    -- local key of the exchange form
  label   TEXT NOT NULL,    -- its name, made unique in the session
  PRIMARY KEY (session, ix),
  UNIQUE (session, label)
) STRICT, WITHOUT ROWID;
CREATE TABLE session_surrogates(
  session   INTEGER NOT NULL REFERENCES sessions(id),
  ix        INTEGER NOT NULL,
  surrogate INTEGER NOT NULL REFERENCES surrogates(id),
  key       TEXT NOT NULL,
  label     TEXT NOT NULL,
  PRIMARY KEY (session, ix),
  UNIQUE (session, label)
) STRICT, WITHOUT ROWID;
-- Names are a session's own: another session may call the same kernel otherwise, and one may call it twice.
CREATE TABLE session_kernels(
  session INTEGER NOT NULL REFERENCES sessions(id),
  kernel  INTEGER NOT NULL REFERENCES kernels(id),
  name    TEXT NOT NULL,
  ix      INTEGER NOT NULL,
  key     TEXT NOT NULL,
  -- Columns of a WITHOUT ROWID key stand first and in its order: quick_check of SQLite before 3.41 sees NULLs else.
  PRIMARY KEY (session, kernel, name)
) STRICT, WITHOUT ROWID;
-- What speedups of a task are measured against.
CREATE TABLE session_references(
  session INTEGER NOT NULL,
  task_ix INTEGER NOT NULL,
  kernel  INTEGER NOT NULL REFERENCES kernels(id),
  PRIMARY KEY (session, task_ix),
  FOREIGN KEY (session, task_ix) REFERENCES session_tasks(session, ix)
) STRICT, WITHOUT ROWID;

----------------------------------------------------------------------------------------------------------------------
-- Measurements. A run is one tool on one device; the session that brought it need not be in this library (a replay
-- that was exported carries the runs it refers to). So a measurement's key (kernel, task version, run) names the
-- device through its run.

CREATE TABLE runs(
  id           INTEGER PRIMARY KEY,
  session_ulid TEXT NOT NULL CHECK (length(session_ulid) = 26),
  key          TEXT NOT NULL,
  device       INTEGER NOT NULL REFERENCES devices(id),
  tool         INTEGER NOT NULL DEFAULT 1 REFERENCES versions(id),
  started_ms   INTEGER,
  UNIQUE (session_ulid, key)
) STRICT;
CREATE TABLE session_runs(
  session INTEGER NOT NULL REFERENCES sessions(id),
  ix      INTEGER NOT NULL,
  run     INTEGER NOT NULL REFERENCES runs(id),
  PRIMARY KEY (session, ix),
  UNIQUE (session, run)
) STRICT, WITHOUT ROWID;

-- Cases, quantiles as (level, value), resources and logs stand in `body`, the domain's JSON of a measurement: nothing
-- queries them row by row, they are always read together, and SQLite's JSON functions reach them where somebody must.
CREATE TABLE measurements(
  id           INTEGER PRIMARY KEY,
  kernel       INTEGER NOT NULL REFERENCES kernels(id),
  task_version INTEGER NOT NULL REFERENCES task_versions(id),
  run          INTEGER NOT NULL REFERENCES runs(id),
  status       TEXT NOT NULL CHECK (status IN ('ok', 'compile_failed', 'incorrect', 'runtime_error', 'timed_out', 'infrastructure')),
  body         TEXT NOT NULL,
  UNIQUE (kernel, task_version, run)
) STRICT;
-- What a session's figures stand on. A replay refers to recorded measurements here and writes none of its own.
CREATE TABLE session_measurements(
  session     INTEGER NOT NULL REFERENCES sessions(id),
  measurement INTEGER NOT NULL REFERENCES measurements(id),
  PRIMARY KEY (session, measurement)
) STRICT, WITHOUT ROWID;

----------------------------------------------------------------------------------------------------------------------
-- Candidates and their forecasts.

CREATE TABLE candidates(
  session  INTEGER NOT NULL,
  number   INTEGER NOT NULL CHECK (number > 0),
  task_ix  INTEGER NOT NULL,
  kernel   INTEGER NOT NULL REFERENCES kernels(id),
  name     TEXT NOT NULL,
  parent   INTEGER NOT NULL,         -- candidate number; 0 the task's reference, below 0 a further seed of a search
  note     TEXT NOT NULL DEFAULT '',
  verdict  TEXT CHECK (verdict IN ('none', 'trusted', 'deferred', 'skipped', 'audit')),
  -- The outcome, of a search: what became of the candidate there, S as the search saw it, and the run it is of.
  status   TEXT CHECK (status IN ('pending', 'skipped', 'trusted', 'not_recorded', 'ok', 'compile_failed', 'incorrect',
                                  'runtime_error', 'timed_out', 'infrastructure')),
  speedup  REAL CHECK (speedup > 0),
  run      INTEGER REFERENCES runs(id),
  verified INTEGER NOT NULL DEFAULT 0 CHECK (verified IN (0, 1)),  -- a trusted leader, measured before the end
  compile_seq INTEGER,                                             -- the event that holds its compiler's log
  PRIMARY KEY (session, number),
  FOREIGN KEY (session, task_ix) REFERENCES session_tasks(session, ix)
) STRICT, WITHOUT ROWID;
CREATE INDEX candidates_kernel ON candidates(kernel);

-- Every repeat is a row to score. `anchor` is the kernel that the forecast is against.
CREATE TABLE forecasts(
  session       INTEGER NOT NULL,
  candidate     INTEGER NOT NULL,
  device        INTEGER NOT NULL REFERENCES devices(id),
  surrogate     INTEGER NOT NULL REFERENCES surrogates(id),
  anchor        INTEGER NOT NULL REFERENCES kernels(id),
  repeat        INTEGER NOT NULL CHECK (repeat >= 0),
  predicted_bin INTEGER NOT NULL CHECK (predicted_bin BETWEEN 0 AND 8),  -- 0 where the answer could not be read
  raw_sum       REAL NOT NULL,
  probabilities BLOB CHECK (length(probabilities) = 64),                 -- eight doubles, little endian; NULL: not read
  rationale     INTEGER REFERENCES texts(id),
  parse_error   TEXT,
  input_tokens  INTEGER,
  output_tokens INTEGER,
  cost          REAL,
  elapsed_ms    REAL,
  PRIMARY KEY (session, candidate, device, surrogate, anchor, repeat),
  FOREIGN KEY (session, candidate) REFERENCES candidates(session, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX forecasts_rationale ON forecasts(rationale) WHERE rationale IS NOT NULL;

-- Derived: one row for each (candidate, device, surrogate) as it is opened, so that opening is one scan. Figures are
-- of all runs together, probabilities the mean of the repeats. -1: none; NULL: not known.
CREATE TABLE candidate_rows(
  session       INTEGER NOT NULL,
  task_ix       INTEGER NOT NULL,
  number        INTEGER NOT NULL,
  device_ix     INTEGER NOT NULL,
  surrogate_ix  INTEGER NOT NULL,
  status        TEXT NOT NULL,
  forecasts     INTEGER NOT NULL DEFAULT 0,
  unparsed      INTEGER NOT NULL DEFAULT 0,
  repeat        INTEGER NOT NULL DEFAULT 0,   -- of the forecast, where there is one alone: the row has all of it
  predicted_bin INTEGER NOT NULL DEFAULT 0,
  raw_sum       REAL,
  probabilities BLOB,
  speedup       REAL,
  speedup_low   REAL,
  speedup_high  REAL,
  runs          INTEGER NOT NULL DEFAULT 0,
  cases         INTEGER NOT NULL DEFAULT 0,
  runtime_us    REAL,
  reference_us  REAL,
  registers     INTEGER,
  shared_bytes  INTEGER,
  local_bytes   INTEGER,
  compile_ms    REAL,
  PRIMARY KEY (session, task_ix, number, device_ix, surrogate_ix),
  FOREIGN KEY (session, number) REFERENCES candidates(session, number)
) STRICT, WITHOUT ROWID;

-- Derived: what the session list shows.
CREATE TABLE session_summary(
  session     INTEGER PRIMARY KEY REFERENCES sessions(id),
  tasks       TEXT NOT NULL DEFAULT '[]',
  devices     TEXT NOT NULL DEFAULT '[]',
  surrogates  TEXT NOT NULL DEFAULT '[]',
  candidates  INTEGER NOT NULL DEFAULT 0,
  forecasts   INTEGER NOT NULL DEFAULT 0,
  measured    INTEGER NOT NULL DEFAULT 0,
  correct     INTEGER NOT NULL DEFAULT 0,
  trusted     INTEGER NOT NULL DEFAULT 0,
  deferred    INTEGER NOT NULL DEFAULT 0,
  skipped     INTEGER NOT NULL DEFAULT 0,
  audited     INTEGER NOT NULL DEFAULT 0,
  tokens      INTEGER NOT NULL DEFAULT 0,
  cost        REAL NOT NULL DEFAULT 0,
  gpu_seconds REAL NOT NULL DEFAULT 0,
  best        TEXT NOT NULL DEFAULT '[]'  -- [{task, candidate, name, speedup}]
) STRICT;

----------------------------------------------------------------------------------------------------------------------
-- Searches.

CREATE TABLE events(
  session INTEGER NOT NULL REFERENCES sessions(id),
  seq     INTEGER NOT NULL CHECK (seq > 0),
  at_ms   INTEGER NOT NULL,
  kind    TEXT NOT NULL,
  version INTEGER NOT NULL,   -- of the payload; older ones are brought up to date when read
  slot    TEXT NOT NULL,
  payload TEXT NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;

-- Tries that were about to be sent. One that was settled is in the events and leaves this table; what an earlier
-- opening left behind was lost in flight and counts against the budgets by its worst case.
CREATE TABLE ledger(
  session         INTEGER NOT NULL REFERENCES sessions(id),
  opening         INTEGER NOT NULL,
  request         INTEGER NOT NULL,
  stage           TEXT NOT NULL,
  slot            TEXT NOT NULL,
  lost            INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1)),
  mutations       INTEGER NOT NULL,
  forecasts       INTEGER NOT NULL,
  gpu_evaluations INTEGER NOT NULL,
  tokens          INTEGER NOT NULL,
  cost            REAL NOT NULL,
  gpu_seconds     REAL NOT NULL,
  PRIMARY KEY (session, opening, request)
) STRICT, WITHOUT ROWID;

-- Who may append. The holder is a process on a boot of a host; `token` is its own proof.
CREATE TABLE leases(
  session       INTEGER PRIMARY KEY REFERENCES sessions(id),
  token         TEXT NOT NULL,
  host          TEXT NOT NULL,
  boot          TEXT NOT NULL,
  pid_namespace TEXT NOT NULL,   -- process ids mean nothing outside of it
  pid           INTEGER NOT NULL,
  pid_start     INTEGER NOT NULL,  -- field 22 of /proc/PID/stat, so that a reused id is told apart
  taken_ms      INTEGER NOT NULL,
  heartbeat_ms  INTEGER NOT NULL
) STRICT;

-- Fits from measured rows, always beside the raw forecasts; and thresholds that were tested for the certified policy.
CREATE TABLE recalibrations(
  id         INTEGER PRIMARY KEY,
  session    INTEGER NOT NULL REFERENCES sessions(id),
  surrogate  INTEGER NOT NULL REFERENCES surrogates(id),
  fitted_ms  INTEGER NOT NULL,
  rows       INTEGER NOT NULL,
  method     TEXT NOT NULL,
  parameters TEXT NOT NULL
) STRICT;
CREATE TABLE certificates(
  session   INTEGER NOT NULL REFERENCES sessions(id),
  test      INTEGER NOT NULL CHECK (test > 0),  -- which test it was: test j spends delta / 2^j
  tested_ms INTEGER NOT NULL,
  tau       REAL,                               -- NULL: none qualified
  alpha     REAL NOT NULL,
  delta     REAL NOT NULL,
  eligible  INTEGER NOT NULL,
  accepted  INTEGER NOT NULL,
  errors    INTEGER NOT NULL,
  PRIMARY KEY (session, test)
) STRICT, WITHOUT ROWID;
