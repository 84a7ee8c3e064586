import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config } from '#server/config/config.ts';
import { FRAMME } from '#server/process/command-name.ts';

type Options = ParseArgsOptionsConfig;
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

interface Described<O extends Options> {
  usage?: string;
  /** One sentence for the list of commands. */
  summary: string;
  details?: readonly string[];
  options?: O;
  /** Words beside the options: none by default, and exactly `most` without `least`. */
  most?: number;
  least?: number;
}

export interface AdminCommand<O extends Options = Options> extends Described<O> {
  /** Throws CommandFailed or the store's errors. */
  run(config: Config, given: Given<O>, words: readonly string[]): Promise<void>;
}

/** Runs even with missing or wrong settings. */
export interface BareCommand<O extends Options = Options> extends Described<O> {
  /** Throws CommandFailed. */
  runBare(given: Given<O>): Promise<void>;
}

/** Its options type what it is given. */
export function adminCommand<const O extends Options>(command: AdminCommand<O> | BareCommand<O>) {
  return command;
}

/** A sentence for the operator; exit code 2 for a wrong command line, else 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Throws CommandFailed with the usage. */
export function parseCommandLine(
  name: string,
  { usage = '', options = {}, most = 0, least = most }: Described<Options>,
  args: readonly string[],
) {
  const fail = (reason: string) =>
    new CommandFailed(`${reason} Usage: ${FRAMME} ${`${name} ${usage}`.trimEnd()}`, 2);
  const read = () => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch (error) {
      const option = args.find((word) => word.startsWith('-') && word.includes('@'));
      if (option !== undefined)
        throw fail(`To give ${JSON.stringify(option)} as an address, put -- before it, behind all options.`);
      throw fail(error instanceof Error ? `${error.message.split('. ')[0]}.` : '');
    }
  };
  const parsed = read();
  if (parsed.positionals.length > most) throw fail('That is too much.');
  if (parsed.positionals.length < least) throw fail('Something is missing.');
  return parsed;
}

export function print(isJson: boolean | undefined, result: object, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(result) : text}\n`);
}
