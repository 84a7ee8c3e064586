/** As in the SQLite store: tombstones can be purged, up to the version in `floor`. */
export const secondSchema = `
ALTER TABLE households ADD COLUMN floor bigint NOT NULL DEFAULT 0;
CREATE INDEX removals ON documents (household, version) WHERE body IS NULL;
`;
