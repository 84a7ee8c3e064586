import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config } from '#server/config/config.ts';
import { FRAMME } from '#server/process/command-name.ts';

export interface AdminCommand extends CommandHelp {
  /** Throws CommandFailed or the store's errors. */
  run(args: readonly string[], config: Config): Promise<void>;
}

/** Runs even with missing or wrong settings. */
export interface BareCommand extends CommandHelp {
  /** Throws CommandFailed. */
  runBare(args: readonly string[]): Promise<void>;
}

interface CommandHelp {
  usage: string;
  /** One sentence for the list of commands. */
  summary: string;
  details?: readonly string[];
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
export function parseCommandLine<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  usage: string,
  { options, most = 0, least = most }: { options: Options; most?: number; least?: number },
) {
  const fail = (reason: string) => new CommandFailed(`${reason} Usage: ${FRAMME} ${usage}`, 2);
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
  const { values, positionals } = read();
  if (positionals.length > most) throw fail('That is too much.');
  if (positionals.length < least) throw fail('Something is missing.');
  return { values, positionals };
}

export function print(isJson: boolean | undefined, result: object, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(result) : text}\n`);
}
