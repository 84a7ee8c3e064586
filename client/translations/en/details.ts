import * as account from '#client/translations/en/account.ts';
import * as callFailures from '#client/translations/en/call-failures.ts';
import * as commands from '#client/translations/en/commands.ts';
import * as device from '#client/translations/en/device.ts';
import * as following from '#client/translations/en/following.ts';
import * as links from '#client/translations/en/links.ts';
import * as parents from '#client/translations/en/parents.ts';
import * as peopleDialogs from '#client/translations/en/people-dialogs.ts';
import * as trips from '#client/translations/en/trips.ts';
import * as visit from '#client/translations/en/visit.ts';

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
