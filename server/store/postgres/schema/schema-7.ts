/**
 * As in the SQLite store: an outcome is a few columns, and notices are a queue, of which a sent one is deleted; the outcome of its
 * tap remembers it. Documents keep their rows.
 */
export const seventhSchema = `
-- In the order in which a tap locks them: a server of the version before may still run.
LOCK TABLE households, documents, outcomes, notices IN ACCESS EXCLUSIVE MODE;
ALTER TABLE outcomes RENAME TO former_outcomes;
ALTER INDEX outcomes_pkey RENAME TO former_outcomes_pkey;
CREATE TABLE outcomes (
  recorded_at bigint NOT NULL, -- in ms since 1970
  version bigint, -- null of a refusal
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  op text COLLATE "C" NOT NULL,
  notified boolean, -- true: a notice about the op was sent
  outcome text -- as JSON, without the op; null: done at the version
);
-- A sent notice whose outcome was purged keeps a row without an outcome.
INSERT INTO outcomes (recorded_at, version, household, op, notified, outcome)
  SELECT coalesce(round(extract(epoch FROM recorded_at::timestamptz) * 1000), sent.at), (outcome::json ->> 'version')::bigint,
    household, op, CASE WHEN sent.at IS NOT NULL THEN TRUE END,
    CASE WHEN outcome::json ->> 'result' <> 'done' OR outcome::json ->> 'since' IS NOT NULL
      OR outcome::json ->> 'idle' IS NOT NULL THEN regexp_replace(outcome, '^{"op":"[^"]*",', '{') END
  FROM former_outcomes FULL JOIN (
    SELECT household, about AS op, round(extract(epoch FROM max(sent_at)::timestamptz) * 1000) AS at
    FROM notices WHERE sent_at IS NOT NULL GROUP BY household, about
  ) AS sent USING (household, op)
  ORDER BY household, recorded_at, op;
DROP TABLE former_outcomes;

ALTER TABLE outcomes ADD PRIMARY KEY (household, op);

ALTER TABLE notices RENAME TO former_notices;
ALTER INDEX notices_pkey RENAME TO former_notices_pkey;
DROP INDEX notices_by_tap;
DROP INDEX notices_due;
CREATE TABLE notices ( -- those that wait, and those being sent
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  about text COLLATE "C" NOT NULL, -- the op of the tap
  number bigint NOT NULL, -- counts up in its household
  kind text NOT NULL,
  message text NOT NULL, -- the notice as JSON
  due_at text COLLATE "C" NOT NULL, -- of a taken notice: when it may be taken again
  taken boolean NOT NULL DEFAULT FALSE,
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (household, about, number)
);
INSERT INTO notices (household, about, number, kind, message, due_at, taken, attempts)
  SELECT household, about, number, kind, message, due_at, taken, attempts FROM former_notices WHERE sent_at IS NULL;
DROP TABLE former_notices;
CREATE INDEX notices_due ON notices (due_at);
CREATE INDEX notices_taken_back ON notices (due_at) WHERE kind = 'taken-back';

-- The path was never searched for, nor sorted by.
DROP INDEX documents_by_version;
CREATE INDEX documents_by_version ON documents (household, version);
`;
