/** The tables of accounts in both stores, in PostgreSQL's words; part of their baselines, so that they never change here. */
export const authTables = `
CREATE TABLE accounts (
  uid text COLLATE "C" PRIMARY KEY,
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL CONSTRAINT one_account_an_email UNIQUE,
  password_hash text NOT NULL, -- '': it has no password
  created_at text COLLATE "C" NOT NULL,
  email_verified_at text COLLATE "C",
  passkey_required_at text COLLATE "C"
);
CREATE INDEX accounts_by_household ON accounts (household);

CREATE TABLE sessions (
  token_hash text COLLATE "C" PRIMARY KEY,
  uid text COLLATE "C" NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  seen_at text COLLATE "C" NOT NULL DEFAULT '',
  proven_at text COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX sessions_by_uid ON sessions (uid);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE tickets ( -- one-time tokens
  hash text COLLATE "C" PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  uid text COLLATE "C" REFERENCES accounts (uid) ON DELETE CASCADE,
  body text NOT NULL,
  expires_at text COLLATE "C" NOT NULL
);
CREATE INDEX tickets_by_uid ON tickets (uid, kind);
CREATE INDEX tickets_by_end ON tickets (expires_at);
-- The former addresses to which an account may still return: nobody else gets them.
CREATE INDEX tickets_by_former_email ON tickets ((body::json ->> 'emailKey')) WHERE kind = 'undo-email';

CREATE TABLE credentials ( -- beside the password
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  uid text COLLATE "C" NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
  body text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT one_owner_a_credential PRIMARY KEY (kind, key)
);
CREATE INDEX credentials_by_uid ON credentials (uid, kind, created_at, key);

CREATE TABLE attempts ( -- rate limits
  key text COLLATE "C" PRIMARY KEY,
  full_at bigint NOT NULL -- when the allowance is full again, in ms since 1970
);
CREATE INDEX attempts_by_end ON attempts (full_at);

CREATE TABLE activity ( -- security events that their parent sees
  uid text COLLATE "C" NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL, -- what happened alike on one day shares one
  at text COLLATE "C" NOT NULL, -- the last time
  times integer NOT NULL,
  body text NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (uid, key)
);
CREATE INDEX activity_by_end ON activity (expires_at);
CREATE TABLE secrets ( -- of the installation
  name text COLLATE "C" PRIMARY KEY,
  value text NOT NULL
);
`;
