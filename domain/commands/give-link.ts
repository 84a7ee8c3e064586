import * as v from 'valibot';
import { accept, acceptUnchanged, defineCommand, refuse } from '../command.ts';
import type { Friend, Guest } from '../documents.ts';
import { idSchema } from '../ids.ts';
import { MOST_LINKS } from '../limits.ts';
import { linkHashSchema } from '../links/fields.ts';
import { linksEnd, refusesLinks } from '../links/link-life.ts';
import { visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { isOf } from '../visits/visit.ts';

/**
 * Gives a visit a link that shows it to whoever has the secret; only its hash is known here (decision 0035). Refused if the
 * other family wants no links. A link to a number that the host refuses is taken, and shows nothing (decision 0037). Given again
 * by the same parent it changes whether the page shows their number.
 */
export const giveLink = defineCommand({
  args: v.object({
    ...visitorRefSchema.entries,
    visit: idSchema,
    hash: linkHashSchema,
    /** An older page sends none: the number stays hidden. */
    showsPhone: v.optional(v.boolean()),
  }),
  reads: ({ visit, hash: _hash, showsPhone: _showsPhone, ...ref }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref)],
  }),
  decide(reading, { visit: id, hash, showsPhone = false, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const visit = reading.get(path);
    const visitor = reading.get(visitorPath(ref));
    if (!visit || !visitor || !isOf(visit, ref)) return refuse('not-found');
    const { links = [] } = visit;
    const given = links.find((link) => link.hash === hash);
    if (given && (given.by !== context.actor || (given.showsPhone ?? false) === showsPhone))
      return acceptUnchanged(undefined);
    if (isRefused(visitor, context.at)) return refuse('links-refused');
    if (Date.parse(context.receivedAt) >= linksEnd(visit)) return refuse('superseded');
    if (given) {
      const changed = links.map((link) => (link === given ? { ...link, showsPhone } : link));
      return accept([{ put: path, document: { ...visit, links: changed } }]);
    }
    if (links.length >= MOST_LINKS) return refuse('link-limit');
    const link = { id: context.op, hash, by: context.actor, madeAt: context.at };
    const chosen = showsPhone ? { showsPhone } : {};
    return accept([{ put: path, document: { ...visit, links: [...links, { ...link, ...chosen }] } }]);
  },
});

/** True also for a link that was made on a phone before the refusal and came here after it, were it allowed again or not. */
function isRefused(visitor: Friend | Guest, at: string): boolean {
  return refusesLinks(visitor) || (visitor.linkRefusal !== undefined && at <= visitor.linkRefusal.at);
}
