import * as v from 'valibot';
import { accept, acceptUnchanged, type Context, type Decision, defineCommand, refuse } from '../command.ts';
import type { Friend, Guest } from '../documents.ts';
import { idSchema } from '../ids.ts';
import { MOST_LINKS } from '../limits.ts';
import { linkHashSchema } from '../links/link-fields.ts';
import { linksEnd, refusesLinks } from '../links/link-life.ts';
import { visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { isOf } from '../visits/visit.ts';

/**
 * Only the hash is known here (decision 0035). A link to a number that the operator refuses is accepted,
 * but shows nothing, so nobody learns of it (decision 0037).
 */
const giveLink = defineCommand({
  args: v.object({
    ...visitorRefSchema.entries,
    visit: idSchema,
    hash: linkHashSchema,
    /** Absent from older pages: the number stays hidden. */
    showsPhone: v.optional(v.boolean()),
  }),
  reads: ({ visit, hash: _hash, showsPhone: _showsPhone, ...ref }) => ({
    paths: [visitPath(ref.child, visit), visitorPath(ref)],
  }),
  decide(documents, { visit: id, hash, showsPhone = false, ...ref }, context) {
    const path = visitPath(ref.child, id);
    const visit = documents.get(path);
    const visitor = documents.get(visitorPath(ref));
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

/**
 * Links from before the refusal stay dead. Superseded if tapped before the refusal, by a phone that knew an
 * earlier one.
 */
const allowLinks = visitorCommand((visitor, { at }) => {
  const { linkRefusal } = visitor;
  if (!linkRefusal || !refusesLinks(visitor)) return acceptUnchanged(linkRefusal?.allowedAt);
  if (at < linkRefusal.at) return refuse('superseded');
  return { ...visitor, linkRefusal: { ...linkRefusal, allowedAt: at } };
});

/** The person stays in the list, and links stay refused. Superseded if tapped before the family asked. */
const answerRemoval = visitorCommand((visitor, { at }) => {
  const { linkRefusal } = visitor;
  if (!linkRefusal?.removalAskedAt || linkRefusal.keptAt) return acceptUnchanged(linkRefusal?.keptAt);
  if (at < linkRefusal.removalAskedAt) return refuse('superseded');
  return { ...visitor, linkRefusal: { ...linkRefusal, keptAt: at } };
});

export const linkCommands = { giveLink, allowLinks, answerRemoval } as const;

/** A link from before the refusal, received after it, is refused even if links are allowed again. */
function isRefused(visitor: Friend | Guest, at: string): boolean {
  return refusesLinks(visitor) || (visitor.linkRefusal !== undefined && at <= visitor.linkRefusal.at);
}

function visitorCommand(change: (visitor: Friend | Guest, context: Context) => Friend | Guest | Decision) {
  return defineCommand({
    args: visitorRefSchema,
    reads: (ref) => ({ paths: [visitorPath(ref)] }),
    decide(documents, ref, context) {
      const visitor = documents.get(visitorPath(ref));
      if (!visitor) return refuse('not-found');
      const changed = change(visitor, context);
      return 'accepted' in changed ? changed : accept([{ put: visitorPath(ref), document: changed }]);
    },
  });
}
