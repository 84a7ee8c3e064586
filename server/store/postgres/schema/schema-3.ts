/** As in the SQLite store: named sessions, one-time tokens (tickets), credentials and rate limits (attempts). */
export const thirdSchema = `
ALTER TABLE accounts ADD COLUMN email_verified_at text COLLATE "C";
ALTER TABLE accounts ADD COLUMN passkey_required_at text COLLATE "C";

ALTER TABLE sessions ADD COLUMN id text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN name text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN seen_at text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN proven_at text COLLATE "C" NOT NULL DEFAULT '';
UPDATE sessions SET id = replace(gen_random_uuid()::text, '-', ''), seen_at = created_at, proven_at = created_at;
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE tickets (
  hash text COLLATE "C" PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  uid text COLLATE "C" REFERENCES accounts (uid) ON DELETE CASCADE,
  body text NOT NULL,
  expires_at text COLLATE "C" NOT NULL
);

CREATE INDEX tickets_by_uid ON tickets (uid, kind);
CREATE INDEX tickets_by_end ON tickets (expires_at);

CREATE TABLE credentials (
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  uid text COLLATE "C" NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
  body text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT one_owner_a_credential PRIMARY KEY (kind, key)
);

CREATE INDEX credentials_by_uid ON credentials (uid, kind, created_at, key);

CREATE TABLE attempts (
  key text COLLATE "C" PRIMARY KEY,
  full_at bigint NOT NULL -- when the allowance is full again, in ms since 1970
);

CREATE INDEX attempts_by_end ON attempts (full_at);
`;
