import { activity, ownData, passkeySettings } from './account-later.ts';
import { commands, meanwhile, refusals, refused } from './commands.ts';
import { install, notifications, plainHttp, restored, signOut, update, wrongClock } from './device.ts';
import { followers } from './followers.ts';
import { linkRefusals, links, tellDialog } from './links.ts';
import { firstRun, missing, newFriend, removal } from './people-later.ts';
import { addVisit, correction, visit } from './visit.ts';

/** Texts of what a parent opens rarely: with its code they are loaded then, or after the first screen. */
export const rare = {
  activity,
  ownData,
  passkeySettings,
  commands,
  meanwhile,
  refusals,
  refused,
  install,
  notifications,
  plainHttp,
  restored,
  signOut,
  update,
  wrongClock,
  followers,
  linkRefusals,
  links,
  tellDialog,
  firstRun,
  missing,
  newFriend,
  removal,
  addVisit,
  correction,
  visit,
} as const;
