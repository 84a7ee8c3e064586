/** As in the SQLite store: alerts to the own devices of a family, and those devices. */
export const ninthSchema = `
-- In the order in which a tap locks them: a server of the version before may still run.
LOCK TABLE households, sessions IN SHARE ROW EXCLUSIVE MODE;
CREATE TABLE alerts ( -- those that wait, and those being sent
  household text COLLATE "C" NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  about text COLLATE "C" NOT NULL, -- the path of a visit, of a tap that of its visitor
  kind text COLLATE "C" NOT NULL,
  due_at text COLLATE "C" NOT NULL, -- of a taken alert: when it may be taken again
  attempts integer NOT NULL DEFAULT 0,
  body text NOT NULL, -- as JSON
  PRIMARY KEY (household, about, kind)
);
CREATE INDEX alerts_due ON alerts (due_at);

CREATE TABLE push_devices (
  session text COLLATE "C" PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
  endpoint text COLLATE "C" NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  taps integer NOT NULL, -- 1: another parent's taps too
  since text COLLATE "C" NOT NULL,
  handed_at text COLLATE "C", -- the last time that the push service took a message
  failure text -- the status of the last one that it refused
);
`;
