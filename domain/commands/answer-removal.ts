import { accept, acceptUnchanged, defineCommand, refuse } from '../command.ts';
import type { Friend, Guest } from '../documents.ts';
import { visitorPath, visitorRefSchema } from '../paths.ts';

/**
 * Answers a family that asked to be removed that the person stays in the list. Their refusal of links stands. Tapped before they
 * asked, it is superseded.
 */
export const answerRemoval = defineCommand({
  args: visitorRefSchema,
  reads: (ref) => ({ paths: [visitorPath(ref)] }),
  decide(reading, ref, { at }) {
    const visitor: Friend | Guest | undefined = reading.get(visitorPath(ref));
    if (!visitor) return refuse('not-found');
    const { linkRefusal } = visitor;
    if (!linkRefusal?.removalAskedAt || linkRefusal.keptAt) return acceptUnchanged(linkRefusal?.keptAt);
    if (at < linkRefusal.removalAskedAt) return refuse('superseded');
    return accept([
      { put: visitorPath(ref), document: { ...visitor, linkRefusal: { ...linkRefusal, keptAt: at } } },
    ]);
  },
});
