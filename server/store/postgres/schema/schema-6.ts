/** As in the SQLite store: links lead to visits by the hashes of their secrets; numbers that take none are keyed hashes. */
export const sixthSchema = `
CREATE TABLE visit_links (
  hash text COLLATE "C" PRIMARY KEY,
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL, -- of the visit
  made_at text COLLATE "C" NOT NULL
);
CREATE INDEX visit_links_by_household ON visit_links (household);
CREATE INDEX visit_links_by_age ON visit_links (made_at);
CREATE TABLE refused_numbers (key text COLLATE "C" PRIMARY KEY);
`;
