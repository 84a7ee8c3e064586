/** As in the SQLite store: the families that follow a friend or guest of another one, or ask to. */
export const tenthSchema = `
-- As a tap locks it: a server of the version before may still run.
LOCK TABLE households IN SHARE ROW EXCLUSIVE MODE;
CREATE TABLE followers (
  id text COLLATE "C" PRIMARY KEY,
  host text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE, -- who is followed
  visitor text COLLATE "C" NOT NULL, -- the path of a friend or guest of the host
  name text NOT NULL, -- its first name at the question, then at the yes
  home text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE, -- who follows
  asked_at text COLLATE "C" NOT NULL,
  agreed_at text COLLATE "C", -- null: the question waits
  UNIQUE (host, visitor, home)
);
CREATE INDEX followers_by_home ON followers (home);
`;
