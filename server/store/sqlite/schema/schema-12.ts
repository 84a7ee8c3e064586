/** By which link a family asked to follow, and the refusal, which keeps its row for a day. */
export const twelfthSchema = `
ALTER TABLE followers ADD COLUMN link_made_at TEXT; -- null: asked before this was kept
ALTER TABLE followers ADD COLUMN refused_at TEXT; -- null: not refused
`;
