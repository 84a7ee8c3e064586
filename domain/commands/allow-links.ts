import { accept, acceptUnchanged, defineCommand, refuse } from '../command.ts';
import type { Friend, Guest } from '../documents.ts';
import { refusesLinks } from '../links/link-life.ts';
import { visitorPath, visitorRefSchema } from '../paths.ts';

/**
 * Allows links to a family again that had refused them. Those made before the refusal stay dead. Tapped before the refusal, by
 * a phone that knew of an earlier one, it is superseded.
 */
export const allowLinks = defineCommand({
  args: visitorRefSchema,
  reads: (ref) => ({ paths: [visitorPath(ref)] }),
  decide(reading, ref, { at }) {
    const visitor: Friend | Guest | undefined = reading.get(visitorPath(ref));
    if (!visitor) return refuse('not-found');
    if (!visitor.linkRefusal || !refusesLinks(visitor))
      return acceptUnchanged(visitor.linkRefusal?.allowedAt);
    if (at < visitor.linkRefusal.at) return refuse('superseded');
    const linkRefusal = { ...visitor.linkRefusal, allowedAt: at };
    return accept([{ put: visitorPath(ref), document: { ...visitor, linkRefusal } }]);
  },
});
