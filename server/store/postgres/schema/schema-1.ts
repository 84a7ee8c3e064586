/**
 * Households, documents, devices, outcomes, accounts, sessions and notices, as in the SQLite store. Text sorts by its bytes
 * where order matters (COLLATE "C"), and notices are numbered per household, so that no sequence is shared. `open` is null
 * for every document but a visit.
 */
export const firstSchema = `
CREATE TABLE households (
  id text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  last_notice bigint NOT NULL DEFAULT 0
);

CREATE TABLE documents (
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  body text, -- JSON; null: removed, with all that lay below
  visitor text COLLATE "C", -- of a visit: the path of its friend or guest
  start text COLLATE "C", -- of a visit: its arrival, else its departure
  open boolean,
  PRIMARY KEY (household, path)
);

CREATE INDEX documents_by_version ON documents (household, version, path);
CREATE INDEX visits_by_visitor ON documents (household, visitor, start, path) WHERE visitor IS NOT NULL;
CREATE INDEX visits_closed ON documents (household, start, path) WHERE NOT open;
CREATE INDEX documents_present ON documents (household, visitor) WHERE open IS NOT FALSE;

CREATE TABLE devices (
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  device text COLLATE "C" NOT NULL,
  last_sequence bigint NOT NULL,
  PRIMARY KEY (household, device)
);

CREATE TABLE outcomes (
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  op text COLLATE "C" NOT NULL,
  device text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  outcome text NOT NULL,
  recorded_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (household, op)
);

CREATE TABLE accounts (
  uid text COLLATE "C" PRIMARY KEY,
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL CONSTRAINT one_account_an_email UNIQUE,
  password_hash text NOT NULL,
  created_at text COLLATE "C" NOT NULL
);

CREATE INDEX accounts_by_household ON accounts (household);

CREATE TABLE sessions (
  token_hash text COLLATE "C" PRIMARY KEY,
  uid text COLLATE "C" NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL
);

CREATE INDEX sessions_by_uid ON sessions (uid);

CREATE TABLE notices (
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  number bigint NOT NULL, -- counts up in its household
  about text COLLATE "C" NOT NULL, -- the op of the tap
  kind text NOT NULL,
  message text, -- the notice as JSON; null once it is sent, for nobody needs the words any more
  due_at text COLLATE "C" NOT NULL, -- of a taken notice: when it may be taken again
  taken boolean NOT NULL DEFAULT FALSE,
  attempts integer NOT NULL DEFAULT 0,
  sent_at text COLLATE "C",
  PRIMARY KEY (household, number)
);

CREATE INDEX notices_by_tap ON notices (household, about);
CREATE INDEX notices_due ON notices (due_at, household, number) WHERE sent_at IS NULL;
`;
