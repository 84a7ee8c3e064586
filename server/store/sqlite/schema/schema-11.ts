/** The families that follow a friend or guest of another one, or ask to. */
export const eleventhSchema = `
CREATE TABLE followers (
  id TEXT PRIMARY KEY,
  host INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE, -- who is followed
  visitor TEXT NOT NULL, -- the path of a friend or guest of the host
  name TEXT NOT NULL, -- its first name at the question, then at the yes
  home INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE, -- who follows
  asked_at TEXT NOT NULL,
  agreed_at TEXT, -- null: the question waits
  UNIQUE (host, visitor, home)
) STRICT, WITHOUT ROWID;
CREATE INDEX followers_by_home ON followers (home);
`;
