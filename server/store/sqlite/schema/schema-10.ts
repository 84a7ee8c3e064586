/** Alerts to the own devices of a family, and those devices: a push service's address and two keys for each session. */
export const tenthSchema = `
CREATE TABLE alerts ( -- those that wait, and those being sent
  household INTEGER NOT NULL REFERENCES households (number) ON DELETE CASCADE,
  about TEXT NOT NULL, -- the path of a visit, of a tap that of its visitor
  kind TEXT NOT NULL,
  due_at TEXT NOT NULL, -- of a taken alert: when it may be taken again
  attempts INTEGER NOT NULL DEFAULT 0,
  body TEXT NOT NULL, -- as JSON
  PRIMARY KEY (household, about, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX alerts_due ON alerts (due_at);

CREATE TABLE push_devices (
  session TEXT PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  taps INTEGER NOT NULL, -- 1: another parent's taps too
  since TEXT NOT NULL,
  handed_at TEXT, -- the last time that the push service took a message
  failure TEXT -- the status of the last one that it refused
) STRICT, WITHOUT ROWID;
`;
