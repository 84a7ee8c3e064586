import { currentTables, dividedTables, householdTables, tableIn, tablesIn } from '../../schema/tables.ts';

/** A table of the current schema, of the time when rows named their household by its id. */
const byId = (name: string) =>
  tableIn(householdTables, name).replaceAll(
    'bigint NOT NULL REFERENCES households (number)',
    'text COLLATE "C" NOT NULL REFERENCES households (id)',
  );

/** The columns that schema 11 adds. */
const ADDED_TO_FOLLOWERS = /^ +(?:link_made_at|refused_at) .*\n/gm;

/** PostgreSQL's own steps, before both stores' tables became one. Released ones never change. */
const schema8 = `
-- In the order in which a tap locks them: a server of the version before may still run.
LOCK TABLE households, visit_links IN ACCESS EXCLUSIVE MODE;
ALTER TABLE visit_links ALTER COLUMN household DROP NOT NULL, ALTER COLUMN path DROP NOT NULL, ALTER COLUMN made_at DROP NOT NULL,
  DROP CONSTRAINT visit_links_household_fkey, ADD FOREIGN KEY (household) REFERENCES households (id) ON DELETE SET NULL;
INSERT INTO visit_links (hash) SELECT hash FROM tickets WHERE kind = 'parent-invite' ON CONFLICT DO NOTHING;
DROP INDEX visit_links_by_household;
DROP INDEX visit_links_by_age;
CREATE INDEX visit_links_by_household ON visit_links (household) WHERE household IS NOT NULL;
CREATE INDEX visit_links_by_age ON visit_links (made_at) WHERE household IS NOT NULL;

-- What is kept for 14 days after a restore.
${byId('after_restore')}
ALTER TABLE store_epoch ADD COLUMN restored_at bigint; -- in ms since 1970; null if never
ALTER TABLE store_epoch ADD COLUMN restored_from bigint; -- the last change that the backup held
`;

const schema9 = `
-- In the order in which a tap locks them: a server of the version before may still run.
LOCK TABLE households, sessions IN SHARE ROW EXCLUSIVE MODE;
${byId('alerts')}

${tableIn(currentTables, 'push_devices')}
`;

const schema10 = `
-- As a tap locks it: a server of the version before may still run.
LOCK TABLE households IN SHARE ROW EXCLUSIVE MODE;
${byId('followers').replace(ADDED_TO_FOLLOWERS, '')}
`;

const schema11 = `
ALTER TABLE followers ADD COLUMN link_made_at text COLLATE "C"; -- null: asked before this was kept
ALTER TABLE followers ADD COLUMN refused_at text COLLATE "C"; -- null: not refused
`;

/** No step: from the next on, both stores count alike. */
const schema12 = '';

const { tables, indexes, names: indexNames } = dividedTables(householdTables);
const HOUSEHOLD_TABLES = tablesIn(householdTables).map(({ name }) => name);
const CHANGED = [...HOUSEHOLD_TABLES, 'documents', 'devices'];
const names = CHANGED.map((name) => `'${name}'`).join(', ');

/** Tables that schema 13 adds; it takes the rows of the others over. */
const ADDED = ['people', 'visits', 'tombstone_times'];
const RENAMED = HOUSEHOLD_TABLES.filter((name) => !ADDED.includes(name));

/** The tables of both stores (decision 0052). The old ones lose their names, keys and indexes, then their rows. */
const schema13 = `
LOCK TABLE households, accounts IN ACCESS EXCLUSIVE MODE;
DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace AND contype IN ('f', 'p', 'u')
      AND (conrelid::regclass::text IN (${names}) OR confrelid = 'households'::regclass)
    ORDER BY contype <> 'f'
  LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.place, one.conname); END LOOP;
END $$;
${indexNames.map((index) => `DROP INDEX IF EXISTS ${index};`).join('\n')}
${RENAMED.map((name) => `ALTER TABLE ${name} RENAME TO old_${name};`).join('\n')}
ALTER TABLE store_epoch RENAME COLUMN home TO mark;

${tables}

INSERT INTO households (id, version, floor, devices, sizes)
  SELECT id, version, floor, coalesce(listed, '[]'), sizes FROM old_households LEFT JOIN (
    SELECT household, json_agg(json_build_array(device, last_sequence) ORDER BY last_sequence, device)::text AS listed
    FROM devices GROUP BY household
  ) d ON d.household = id ORDER BY id;
DROP TABLE devices, old_households;
ANALYZE households;
ALTER TABLE accounts ADD FOREIGN KEY (household) REFERENCES households (id) ON DELETE CASCADE;

INSERT INTO people (household, path, version, body)
  SELECT h.number, d.path, d.version, d.body FROM documents d JOIN households h ON h.id = d.household
  WHERE strpos(d.path, '/visits/') = 0;

INSERT INTO visits (household, version, open, child, id, start, visitor, body)
  SELECT h.number, d.version, CASE WHEN d.body IS NOT NULL THEN d.open::int END, split_part(d.path, '/', 2),
    split_part(d.path, '/', 4), d.start, d.visitor, d.body
  FROM documents d JOIN households h ON h.id = d.household WHERE strpos(d.path, '/visits/') > 0;
DROP TABLE documents;

${indexes}

INSERT INTO outcomes (household, recorded_at, version, notified, op, outcome)
  SELECT h.number, o.recorded_at, o.version, o.notified::int, o.op, o.outcome
  FROM old_outcomes o JOIN households h ON h.id = o.household ORDER BY o.op;
DROP TABLE old_outcomes;

INSERT INTO tombstone_times (household, version, removed_at)
  SELECT household, version, min(recorded_at) FROM outcomes JOIN (
    SELECT household, version FROM people WHERE body IS NULL UNION SELECT household, version FROM visits WHERE body IS NULL
  ) AS tombstones USING (household, version) GROUP BY household, version;
INSERT INTO tombstone_times (household, version, removed_at)
  SELECT household, max(version), coalesce((SELECT max(recorded_at) FROM outcomes o WHERE o.household = t.household), 0) FROM (
    SELECT household, version FROM people WHERE body IS NULL UNION SELECT household, version FROM visits WHERE body IS NULL
  ) AS t GROUP BY household ON CONFLICT DO NOTHING;

INSERT INTO notices (household, taken, attempts, about, kind, message, due_at)
  SELECT h.number, n.taken::int, n.attempts, n.about, n.kind, n.message, n.due_at
  FROM old_notices n JOIN households h ON h.id = n.household ORDER BY n.household, n.number;
INSERT INTO purges (household, path) SELECT h.number, p.path FROM old_purges p JOIN households h ON h.id = p.household;
INSERT INTO visit_links (hash, household, child, visit, made_at)
  SELECT l.hash, h.number, split_part(l.path, '/', 2), split_part(l.path, '/', 4), l.made_at
  FROM old_visit_links l LEFT JOIN households h ON h.id = l.household;
INSERT INTO after_restore (household, child, key, body)
  SELECT h.number, a.child, a.key, a.body FROM old_after_restore a JOIN households h ON h.id = a.household;
INSERT INTO alerts (household, about, kind, due_at, attempts, body)
  SELECT h.number, a.about, a.kind, a.due_at, a.attempts, a.body FROM old_alerts a JOIN households h ON h.id = a.household;
INSERT INTO followers (id, host, visitor, name, home, asked_at, agreed_at, link_made_at, refused_at)
  SELECT f.id, host.number, f.visitor, f.name, home.number, f.asked_at, f.agreed_at, f.link_made_at, f.refused_at
  FROM old_followers f JOIN households host ON host.id = f.host JOIN households home ON home.id = f.home;
DROP TABLE old_notices, old_purges, old_visit_links, old_after_restore, old_alerts, old_followers;

ANALYZE`;

export const BASELINE = 7;
/** In a dump of the baseline, and in no later schema. */
export const BASELINE_NAMES = [
  'documents',
  'documents_by_version',
  'documents_present',
  'visits_closed',
  'removals',
  'devices',
];
export const ownSteps = [schema8, schema9, schema10, schema11, schema12, schema13];
