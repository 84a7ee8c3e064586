import * as account from '#client/translations/sv/account.ts';
import * as callFailures from '#client/translations/sv/call-failures.ts';
import * as commands from '#client/translations/sv/commands.ts';
import * as device from '#client/translations/sv/device.ts';
import * as following from '#client/translations/sv/following.ts';
import * as links from '#client/translations/sv/links.ts';
import * as parents from '#client/translations/sv/parents.ts';
import * as peopleDialogs from '#client/translations/sv/people-dialogs.ts';
import * as trips from '#client/translations/sv/trips.ts';
import * as visit from '#client/translations/sv/visit.ts';

export const texts = {
  ...callFailures,
  ...account,
  ...commands,
  ...device,
  ...following,
  ...links,
  ...parents,
  ...peopleDialogs,
  ...trips,
  ...visit,
} as const;
