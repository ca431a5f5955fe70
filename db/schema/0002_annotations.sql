-- What people say of pairs of kernels, sessions that were deleted and may be put back, and which searches are replays.

-- Why two kernels were forecast in the wrong order, as a person said. By session id and hashes, as notes and tags are:
-- it survives when the session is taken out and imported again.
CREATE TABLE pair_causes(
  session_ulid TEXT NOT NULL CHECK (length(session_ulid) = 26),
  task         TEXT NOT NULL CHECK (task <> ''),
  faster_hash  BLOB NOT NULL CHECK (length(faster_hash) = 32),  -- as measured
  slower_hash  BLOB NOT NULL CHECK (length(slower_hash) = 32),
  device       TEXT NOT NULL,                                   -- its label in the session, '' where it has none
  cause        TEXT NOT NULL CHECK (cause <> ''),               -- a key
  updated_ms   INTEGER NOT NULL,
  PRIMARY KEY (session_ulid, task, faster_hash, slower_hash, device)
) STRICT, WITHOUT ROWID;

-- When a session was deleted. NULL: it is there; 0: it is being imported and not all there yet. One that is marked is hidden from everybody, and its rows go when who
-- marked it can no longer take that back: until then the session's lease is theirs.
ALTER TABLE sessions ADD COLUMN deleted_ms INTEGER;
CREATE INDEX sessions_deleted ON sessions(deleted_ms) WHERE deleted_ms IS NOT NULL;

-- Texts of purged sessions that nothing refers to. They are removed a few at a time, also by a later process, since
-- taking a text out of the index costs as much as putting it in. Who refers to one of them again takes it off this list.
CREATE TABLE orphans(text INTEGER PRIMARY KEY REFERENCES texts(id)) STRICT;

-- Its candidates, forecasts and measurements were recorded before: a replay.
ALTER TABLE session_summary ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0 CHECK (recorded IN (0, 1));
UPDATE session_summary SET recorded = 1 WHERE session IN
  (SELECT id FROM sessions WHERE ifnull(json_extract(config, '$.provider'), '') = 'recorded');
