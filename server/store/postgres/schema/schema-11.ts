/** As in the SQLite store: by which link a family asked to follow, and the refusal. */
export const eleventhSchema = `
ALTER TABLE followers ADD COLUMN link_made_at text COLLATE "C"; -- null: asked before this was kept
ALTER TABLE followers ADD COLUMN refused_at text COLLATE "C"; -- null: not refused
`;
