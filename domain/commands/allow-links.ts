import { acceptUnchanged, refuse } from '../command.ts';
import { refusesLinks } from '../links/link-life.ts';
import { visitorCommand } from '../visits/visit-command.ts';

/**
 * Allows links to a family again that had refused them. Those made before the refusal stay dead. Tapped before the refusal, by
 * a phone that knew of an earlier one, it is superseded.
 */
export const allowLinks = visitorCommand((visitor, { at }) => {
  const { linkRefusal } = visitor;
  if (!linkRefusal || !refusesLinks(visitor)) return acceptUnchanged(linkRefusal?.allowedAt);
  if (at < linkRefusal.at) return refuse('superseded');
  return { ...visitor, linkRefusal: { ...linkRefusal, allowedAt: at } };
});
