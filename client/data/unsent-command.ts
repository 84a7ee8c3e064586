import type { CommandName } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';

/** The names of the people a command is about, as they were when it was made: they may be gone since. */
export interface PeopleNames {
  child?: string;
  person?: string;
}

export interface RefusedCommand {
  op: Id;
  name: CommandName;
  args: unknown;
  refusal: Refusal;
  tappedAt: number;
  /** Left out if nobody's name is known; a command made by an older version kept none. */
  people?: PeopleNames;
}

/** A command that the server has not accepted; `refusal` is set if it was refused. */
export type UnsentCommand = Omit<RefusedCommand, 'refusal'> & { refusal?: Refusal };
