import type { Config } from '#server/config/config.ts';

/** A command of whoever hosts the server: npm run framme -- <name> <words>. */
export interface HostCommand {
  /** Its words after the name, as in a manual. */
  usage: string;
  /** One sentence for the list of commands. */
  summary: string;
  /** Throws CommandFailed, or whatever the store throws. */
  run(words: readonly string[], config: Config): Promise<void>;
}

/** Ends a command with a sentence for the host: exit code 2 if there is no such command, else 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
