import type * as v from 'valibot';
import { type Command, type Context, type PreparedCommand, prepareCommand } from '../command.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { addVisit } from './add-visit.ts';
import { allowLinks } from './allow-links.ts';
import { answerRemoval } from './answer-removal.ts';
import { checkIn, checkOut } from './check-in.ts';
import { addChild, deleteChild, editChild } from './children.ts';
import { correctVisit } from './correct-visit.ts';
import { deleteVisit } from './delete-visit.ts';
import { expectHome } from './expect-home.ts';
import { addFriend, deleteFriend, editFriend } from './friends.ts';
import { giveLink } from './give-link.ts';
import { addGuest, deleteGuest, editGuest } from './guests.ts';
import { keepVisits } from './keep-visits.ts';
import { replyToAnswer } from './reply-to-answer.ts';
import { restoreVisit } from './restore-visit.ts';
import { stayNight } from './stay-night.ts';
import { takeLinksBack } from './take-links-back.ts';
import { undo } from './undo.ts';
import { updateProfile } from './update-profile.ts';

/** All commands, by their name on the wire. */
export const commands = {
  addChild,
  editChild,
  deleteChild,
  addFriend,
  editFriend,
  deleteFriend,
  addGuest,
  editGuest,
  deleteGuest,
  checkIn,
  checkOut,
  undo,
  correctVisit,
  addVisit,
  deleteVisit,
  restoreVisit,
  stayNight,
  expectHome,
  giveLink,
  takeLinksBack,
  replyToAnswer,
  allowLinks,
  answerRemoval,
  updateProfile,
  keepVisits,
} as const;

export type CommandName = keyof typeof commands;

/** The arguments of a command as a screen passes them, before the schema trims them. */
export type CommandArgs<N extends CommandName> = v.InferInput<(typeof commands)[N]['args']>;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

/** Validates a command from the wire or a screen. Returns its read set and rule, or the refusal. */
export function prepare(name: string, args: unknown, context: Context): PreparedCommand | Refusal {
  if (!isCommandName(name)) return { code: 'unknown-command' };
  // Each command has its own argument type; prepareCommand validates before it binds, so the cast is safe.
  return prepareCommand(commands[name] as unknown as Command, args, context);
}
