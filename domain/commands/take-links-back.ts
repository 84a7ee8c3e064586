import { acceptUnchanged } from '../command.ts';
import { withoutLinks } from '../links/link-life.ts';
import { visitCommand } from '../visits/visit-command.ts';

/** Takes all links of a visit back: they show nothing from now on, and the answer that came through them goes too. */
export const takeLinksBack = visitCommand({}, (visit) =>
  visit.links || visit.answer ? withoutLinks(visit) : acceptUnchanged(undefined),
);
