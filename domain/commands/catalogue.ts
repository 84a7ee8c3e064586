import * as v from 'valibot';
import type { Command, Context, PreparedCommand } from '../command.ts';
import { fieldErrorOf } from '../fields.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { addVisit } from './add-visit.ts';
import { visitChanges } from './change-visit.ts';
import { statusCommands } from './check-in.ts';
import { childCommands } from './children.ts';
import { correctVisit } from './correct-visit.ts';
import { removalCommands } from './delete-visit.ts';
import { linkCommands } from './give-link.ts';
import { tripCommands } from './trips.ts';
import { undo } from './undo.ts';
import { profileCommands } from './update-profile.ts';
import { visitorCommands } from './visitors.ts';

/** By their name on the wire. */
export const commands = {
  ...childCommands,
  ...visitorCommands,
  ...statusCommands,
  undo,
  correctVisit,
  addVisit,
  ...removalCommands,
  ...visitChanges,
  ...linkCommands,
  ...tripCommands,
  ...profileCommands,
} as const;

export type CommandName = keyof typeof commands;

/** The arguments before the schema trims them. */
export type CommandArgs<N extends CommandName> = v.InferInput<(typeof commands)[N]['args']>;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

export function prepare(name: string, args: unknown, context: Context): PreparedCommand | Refusal {
  if (!isCommandName(name)) return { code: 'unknown-command' };
  // Each command has its own argument type; the schema validates before they are bound, so the cast is safe.
  const command = commands[name] as unknown as Command;
  const parsed = v.safeParse(command.args, args, { abortPipeEarly: true });
  if (!parsed.success) return { code: 'invalid-arguments', ...fieldErrorOf(parsed.issues[0]) };
  return {
    reads: command.reads(parsed.output, context),
    decide: (documents) => command.decide(documents, parsed.output, context),
  };
}
