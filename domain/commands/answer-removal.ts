import { acceptUnchanged, refuse } from '../command.ts';
import { visitorCommand } from '../visits/visit-command.ts';

/**
 * Answers a family that asked to be removed that the person stays in the list. Their refusal of links stands. Tapped before they
 * asked, it is superseded.
 */
export const answerRemoval = visitorCommand((visitor, { at }) => {
  const { linkRefusal } = visitor;
  if (!linkRefusal?.removalAskedAt || linkRefusal.keptAt) return acceptUnchanged(linkRefusal?.keptAt);
  if (at < linkRefusal.removalAskedAt) return refuse('superseded');
  return { ...visitor, linkRefusal: { ...linkRefusal, keptAt: at } };
});
