/**
 * Ids of ops and visits begin with their time (makeUlid in domain/ids.ts), so they are keys that rise: outcomes lie by their
 * op, and visits are found by their id. The taps that a commit writes together then share pages. A household's outcomes lie
 * apart; the times of its tombstones, which they told, have a table.
 *
 * The order limits how far the file grows: what is dropped makes room for what follows.
 */
export const eighthSchema = `
CREATE TABLE tombstone_times (
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  version INTEGER NOT NULL, -- of the latest tombstone of a commit
  removed_at INTEGER NOT NULL, -- in ms since 1970
  PRIMARY KEY (household, version)
) STRICT, WITHOUT ROWID;
WITH tombstones AS MATERIALIZED (
  SELECT household, version FROM people WHERE body IS NULL
  UNION SELECT household, version FROM visits INDEXED BY visits_removed WHERE body IS NULL
)
INSERT INTO tombstone_times (household, version, removed_at)
  SELECT household, version, min(recorded_at) FROM outcomes CROSS JOIN tombstones USING (household, version)
  GROUP BY household, version;

-- What the server removed by itself has no outcome of its own: it counts as removed with the latest one.
INSERT OR IGNORE INTO tombstone_times (household, version, removed_at)
  SELECT household, max(version), coalesce(latest.recorded_at, 0) FROM (
    SELECT household, version FROM people WHERE body IS NULL
    UNION ALL SELECT household, version FROM visits INDEXED BY visits_removed WHERE body IS NULL
  )
    LEFT JOIN (SELECT household, max(recorded_at) AS recorded_at FROM outcomes GROUP BY household) AS latest USING (household)
  GROUP BY household;

DROP INDEX visits_by_path;

ALTER TABLE outcomes RENAME TO former_outcomes;
CREATE TABLE outcomes (
  op TEXT NOT NULL,
  household INTEGER NOT NULL, -- no reference, which would want an index; a deleted household's go before it (purge-removed.ts)
  recorded_at INTEGER NOT NULL, -- in ms since 1970
  version INTEGER, -- null of a refusal
  outcome TEXT, -- as JSON; null: done at the version
  notified INTEGER, -- 1: a notice about the op was sent
  notice INTEGER, -- the latest notice about the op; the queue may not hold it any more
  PRIMARY KEY (op, household)
) STRICT, WITHOUT ROWID;
INSERT INTO outcomes (op, household, recorded_at, version, outcome, notified, notice)
  SELECT op, household, recorded_at, version, outcome, notified, notice FROM former_outcomes ORDER BY op, household;

DROP TABLE former_outcomes;

ALTER TABLE visits ADD COLUMN child TEXT AS (substr(path, 10, instr(path, '/visits/') - 10));
ALTER TABLE visits ADD COLUMN id TEXT AS (substr(path, instr(path, '/visits/') + 8)); -- of the op that made it
CREATE UNIQUE INDEX visits_by_id ON visits (id, household, child);
`;
