/**
 * Sign-in: named sessions, one-time tokens (tickets), credentials beside the password, and rate limits (attempts). An empty
 * password hash means that there is no password.
 */
export const thirdSchema = `
ALTER TABLE accounts ADD COLUMN email_verified_at TEXT;
ALTER TABLE accounts ADD COLUMN passkey_required_at TEXT;

ALTER TABLE sessions ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN seen_at TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN proven_at TEXT NOT NULL DEFAULT '';
UPDATE sessions SET id = lower(hex(randomblob(16))), seen_at = created_at, proven_at = created_at;
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE tickets (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  uid TEXT REFERENCES accounts (uid) ON DELETE CASCADE,
  body TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tickets_by_uid ON tickets (uid, kind);
CREATE INDEX tickets_by_end ON tickets (expires_at);

CREATE TABLE credentials (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX credentials_by_uid ON credentials (uid, kind, created_at, key);

CREATE TABLE attempts (
  key TEXT PRIMARY KEY,
  full_at INTEGER NOT NULL -- when the allowance is full again, in ms since 1970
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_by_end ON attempts (full_at);
`;
