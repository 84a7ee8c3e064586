/** Links lead by the hashes of their secrets to visits, whose documents say the rest; numbers that take none are keyed hashes. */
export const seventhSchema = `
CREATE TABLE visit_links (
  hash TEXT PRIMARY KEY,
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  path TEXT NOT NULL, -- of the visit
  made_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_links_by_household ON visit_links (household);
CREATE INDEX visit_links_by_age ON visit_links (made_at);
CREATE TABLE refused_numbers (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;
