import * as v from 'valibot';
import { acceptUnchanged, refuse, wasSchema } from '../command.ts';
import { isChanged } from '../fields.ts';
import { PLAN_DAYS } from '../limits.ts';
import { DAY_MS, isoTimeSchema } from '../time.ts';
import { visitCommand } from '../visits/visit-command.ts';

const FURTHEST_MS = PLAN_DAYS * DAY_MS;

/** Sets the planned time home of an open visit, or removes it with null. It reminds, and never checks anybody out. */
export const expectHome = visitCommand(
  { at: v.nullable(isoTimeSchema), was: wasSchema },
  (stored, { at: planned, was }, { actor, at }) => {
    const { expected, ...visit } = stored;
    if (!stored.open) return refuse('superseded');
    if (planned === (expected?.at ?? null)) return acceptUnchanged(expected?.setAt);
    if (isChanged(was?.at, expected?.at ?? '', planned)) return refuse('changed-meanwhile', 'at');
    if (planned === null) return visit;
    const ahead = Date.parse(planned) - Date.parse(at);
    if (ahead <= 0) return refuse('in-the-past', 'at');
    if (ahead > FURTHEST_MS) return refuse('too-far-ahead', 'at');
    return { ...visit, expected: { at: planned, by: actor, setAt: at } };
  },
);
