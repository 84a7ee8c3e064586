import { authTables } from '../../auth/tables.ts';

/**
 * Schema 7, from which all databases are migrated: an older one is refused. As in the SQLite store, but documents are one table.
 * Text sorts by its bytes where order matters (COLLATE "C"), and notices are numbered per household, so that no sequence is
 * shared.
 */
export const baselineSchema = `
CREATE TABLE households (
  id text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  last_notice bigint NOT NULL DEFAULT 0,
  floor bigint NOT NULL DEFAULT 0, -- tombstones were purged up to this version
  sizes text NOT NULL DEFAULT '[]' -- child, its visitors, and those of them here, as JSON
);

CREATE TABLE documents (
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  body text, -- JSON; null: removed, with all that lay below
  visitor text COLLATE "C", -- of a visit: the path of its friend or guest
  start text COLLATE "C", -- of a visit: its arrival, else its departure
  open boolean, -- null for every document but a visit
  PRIMARY KEY (household, path)
);
CREATE INDEX documents_by_version ON documents (household, version);
CREATE INDEX documents_present ON documents (household, visitor) WHERE open IS NOT FALSE;
CREATE INDEX visits_by_visitor ON documents (household, visitor, start, path) WHERE visitor IS NOT NULL;
CREATE INDEX visits_closed ON documents (household, start, path) WHERE NOT open;
CREATE INDEX removals ON documents (household, version) WHERE body IS NULL;

CREATE TABLE purges ( -- removed children, of which rows are left to delete
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  PRIMARY KEY (household, path)
);

CREATE TABLE devices (
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  device text COLLATE "C" NOT NULL,
  last_sequence bigint NOT NULL,
  PRIMARY KEY (household, device)
);

CREATE TABLE outcomes (
  recorded_at bigint NOT NULL, -- in ms since 1970
  version bigint, -- null of a refusal
  household text COLLATE "C" NOT NULL CONSTRAINT outcomes_household_fkey1 REFERENCES households (id) ON DELETE CASCADE,
  op text COLLATE "C" NOT NULL,
  notified boolean, -- true: a notice about the op was sent
  outcome text, -- as JSON, without the op; null: done at the version
  PRIMARY KEY (household, op)
);

CREATE TABLE notices ( -- those that wait, and those being sent
  household text COLLATE "C" NOT NULL CONSTRAINT notices_household_fkey1 REFERENCES households (id) ON DELETE CASCADE,
  about text COLLATE "C" NOT NULL, -- the op of the tap
  number bigint NOT NULL, -- counts up in its household
  kind text NOT NULL,
  message text NOT NULL, -- the notice as JSON
  due_at text COLLATE "C" NOT NULL, -- of a taken notice: when it may be taken again
  taken boolean NOT NULL DEFAULT FALSE,
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (household, about, number)
);
CREATE INDEX notices_due ON notices (due_at);
CREATE INDEX notices_taken_back ON notices (due_at) WHERE kind = 'taken-back';

CREATE TABLE visit_links ( -- links lead by the hashes of their secrets to visits, whose documents say the rest
  hash text COLLATE "C" PRIMARY KEY,
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL, -- of the visit
  made_at text COLLATE "C" NOT NULL
);
CREATE INDEX visit_links_by_household ON visit_links (household);
CREATE INDEX visit_links_by_age ON visit_links (made_at);
CREATE TABLE refused_numbers (key text COLLATE "C" PRIMARY KEY); -- keyed hashes

${authTables}
-- The epoch of the database, and its home, which tells a restored copy. Filled in at the start.
CREATE TABLE store_epoch (epoch text COLLATE "C" NOT NULL, home text COLLATE "C" NOT NULL);
INSERT INTO store_epoch (epoch, home) VALUES ('', '');
`;
