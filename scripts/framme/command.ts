import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config } from '#server/config/config.ts';
import { FRAMME } from '#server/process/command-name.ts';

/** A command of whoever hosts the server: framme <name> <words>. */
export interface HostCommand extends CommandHelp {
  /** Throws CommandFailed, or whatever the store throws. */
  run(words: readonly string[], config: Config): Promise<void>;
}

/** A command that runs also while settings are missing or wrong. */
export interface BareCommand extends CommandHelp {
  /** Throws CommandFailed. */
  runBare(words: readonly string[]): Promise<void>;
}

interface CommandHelp {
  /** Its words after the name, as in a manual. */
  usage: string;
  /** One sentence for the list of commands. */
  summary: string;
  /** Lines of its own help, below the summary. */
  details?: readonly string[];
}

/** Ends a command with a sentence for the host: exit code 2 if it was not understood, else 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Reads the options of a command and as many words as it takes. Throws CommandFailed with the command's usage. */
export function readWords<Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  usage: string,
  { options, most = 0, least = most }: { options: Options; most?: number; least?: number },
) {
  const fail = (reason: string) => new CommandFailed(`${reason} Usage: ${FRAMME} ${usage}`, 2);
  const read = () => {
    try {
      return parseArgs({ args: [...words], options, allowPositionals: true });
    } catch (error) {
      const option = words.find((word) => word.startsWith('-') && word.includes('@'));
      if (option !== undefined)
        throw fail(`To give ${JSON.stringify(option)} as an address, put -- before it, behind all options.`);
      throw fail(error instanceof Error ? `${error.message.split('. ')[0]}.` : '');
    }
  };
  const { values, positionals } = read();
  if (positionals.length > most) throw fail('That is too much.');
  if (positionals.length < least) throw fail('Something is missing.');
  return { values, positionals };
}

/** Prints a result to standard output: as one JSON object, or as a text. */
export function print(isJson: boolean | undefined, result: object, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(result) : text}\n`);
}
