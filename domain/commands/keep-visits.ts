import * as v from 'valibot';
import { accept, acceptUnchanged, defineCommand, refuse } from '../command.ts';
import { profilePath } from '../paths.ts';
import { retentionDays, retentionDaysSchema } from '../visits/retention.ts';

/** Sets the retention of past visits. Deletes nothing itself: the server purges older visits by its own clock. */
export const keepVisits = defineCommand({
  args: v.object({ days: retentionDaysSchema }),
  reads: (_args, { actor }) => ({ paths: [profilePath(actor)] }),
  decide(reading, { days }, { actor, at }) {
    const profile = reading.get(profilePath(actor));
    if (!profile) return refuse('not-found');
    if (retentionDays(profile) === days) return acceptUnchanged(undefined);
    return accept([{ put: profilePath(actor), document: { ...profile, keepVisits: days, updatedAt: at } }]);
  },
});
