/**
 * Households, documents, devices, outcomes, accounts, sessions and notices. The keys of a household's rows begin with the
 * household. `open` is 1 for an open visit, 0 for a closed one and null for every other document. Documents have rowids:
 * WITHOUT ROWID made a check-in half as expensive again, because of their large bodies.
 */
export const firstSchema = `
CREATE TABLE households (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
  household TEXT NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT, -- null: removed, with all that lay below
  visitor TEXT, -- of a visit: the path of its friend or guest
  start TEXT, -- of a visit: its arrival, else its departure
  open INTEGER,
  PRIMARY KEY (household, path)
) STRICT;

CREATE INDEX documents_by_version ON documents (household, version, path);
CREATE INDEX visits_by_visitor ON documents (household, visitor, start, path) WHERE visitor IS NOT NULL;
CREATE INDEX visits_closed ON documents (household, start, path) WHERE open = 0;
CREATE INDEX documents_present ON documents (household, visitor) WHERE open IS NOT 0;

CREATE TABLE devices (
  household TEXT NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  device TEXT NOT NULL,
  last_sequence INTEGER NOT NULL,
  PRIMARY KEY (household, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE outcomes (
  household TEXT NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  op TEXT NOT NULL,
  device TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  PRIMARY KEY (household, op)
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
  uid TEXT PRIMARY KEY,
  household TEXT NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX accounts_by_household ON accounts (household);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_uid ON sessions (uid);

CREATE TABLE notices (
  id INTEGER PRIMARY KEY,
  household TEXT NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  about TEXT NOT NULL, -- the op of the tap
  kind TEXT NOT NULL,
  message TEXT, -- the notice as JSON; null once it is sent, for nobody needs the words any more
  due_at TEXT NOT NULL, -- of a taken notice: when it may be taken again
  taken INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at TEXT
) STRICT;

CREATE INDEX notices_by_tap ON notices (household, about);
CREATE INDEX notices_due ON notices (due_at, id) WHERE sent_at IS NULL;
`;
