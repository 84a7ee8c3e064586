import { activity } from './activity.ts';
import { commands } from './commands.ts';
import { firstRun } from './first-run.ts';
import { ownData } from './own-data.ts';
import { passkeySettings } from './passkey-settings.ts';
import { addVisit } from './rare/add-visit.ts';
import { correction } from './rare/correction.ts';
import { install } from './rare/install.ts';
import { linkRefusals } from './rare/link-refusals.ts';
import { links } from './rare/links.ts';
import { missing } from './rare/missing.ts';
import { newFriend } from './rare/new-friend.ts';
import { plainHttp } from './rare/plain-http.ts';
import { refusals } from './rare/refusals.ts';
import { refused } from './rare/refused.ts';
import { removal } from './rare/removal.ts';
import { restored } from './rare/restored.ts';
import { tellDialog } from './rare/tell-dialog.ts';
import { update } from './rare/update.ts';
import { wrongClock } from './rare/wrong-clock.ts';
import { signOut } from './sign-out.ts';
import { visit } from './visit.ts';

/** Texts of what a parent opens rarely: with its code they are loaded then, or after the first screen. */
export const rarePart = {
  activity,
  commands,
  firstRun,
  addVisit,
  correction,
  refusals,
  removal,
  restored,
  install,
  linkRefusals,
  links,
  missing,
  newFriend,
  ownData,
  passkeySettings,
  plainHttp,
  refused,
  signOut,
  tellDialog,
  update,
  visit,
  wrongClock,
} as const;
