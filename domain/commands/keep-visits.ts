import * as v from 'valibot';
import { accept, acceptUnchanged, defineCommand, refuse } from '../command.ts';
import { profilePath } from '../paths.ts';
import { keepDaysSchema, keptDays } from '../visits/retention.ts';

/** Chooses how long past visits are kept. The server forgets by its own clock what is older; nothing goes here. */
export const keepVisits = defineCommand({
  args: v.object({ days: keepDaysSchema }),
  reads: (_args, { actor }) => ({ paths: [profilePath(actor)] }),
  decide(reading, { days }, { actor, at }) {
    const profile = reading.get(profilePath(actor));
    if (!profile) return refuse('not-found');
    if (keptDays(profile) === days) return acceptUnchanged(undefined);
    return accept([{ put: profilePath(actor), document: { ...profile, keepVisits: days, updatedAt: at } }]);
  },
});
