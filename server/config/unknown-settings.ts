import { parseEnv } from 'node:util';
import { readEnvFile } from './env-file.ts';
import { SECRETS } from './load-config.ts';
import { settings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const KNOWN: readonly string[] = [...Object.keys(settings), ...SECRETS.map((name) => `${name}_FILE`)];

/** Settings that have a first word of their own; HOST_ and DATA_ lead many names that are not ours. */
const OWN_PREFIX =
  /^(?:FRAMME|OIDC|SMTP|GOOGLE_CLIENT|FACEBOOK_CLIENT|LINKEDIN_CLIENT|OPS_PER|SIGN_INS|NOTICES?)_/;
/** Names that systems set of themselves: the name of the machine, and those by which Kubernetes tells of a service. */
const OF_SYSTEMS = /^HOSTNAME$|_SERVICE_(?:HOST|PORT)\b|_PORT(?:_\d+_(?:TCP|UDP).*)?$/;
/** Names that other programs read which Framme runs or contains: PostgreSQL's, and the time zone. */
const OF_OTHERS = /^(?:PG[A-Z]+|TZ)$/;
/** Set by the launcher of a release, and read by `command-name.ts`. */
const OF_LAUNCHER = 'FRAMME_COMMAND';

/**
 * Returns a sentence for each line and name that is no setting: in the file `.env` of the working folder any, in the environment
 * what looks like one of ours. Never repeats a value, nor a line, which may hold one.
 */
export function unknownSettings(env: Environment = process.env): string[] {
  const text = readEnvFile() ?? '';
  const file = Object.keys(parseEnv(text));
  const ofFile = file.filter((name) => !KNOWN.includes(name) && !OF_OTHERS.test(name));
  const others = Object.keys(env).filter((name) => !KNOWN.includes(name) && !file.includes(name));
  const ofLines = strayLines(text).map(
    (line) => `Line ${line} of .env is no setting, and does nothing. Write NAME=value.`,
  );
  return [...ofLines, ...ofFile.map(sentenceOfFile), ...others.filter(looksOwn).map(sentenceOf)];
}

/** Returns the numbers of the lines that Node skips though they are neither empty nor a comment. */
function strayLines(text: string): number[] {
  const lines = text.split('\n');
  const isStray = (line: string, at: number) => {
    if (/^\s*(?:#|$)/.test(line) || Object.keys(parseEnv(line)).length > 0) return false;
    // Within a value in quotes a setting before the line would be none.
    return 'FRAMME_LINE' in parseEnv(lines.toSpliced(at, 0, 'FRAMME_LINE=1').join('\n'));
  };
  return lines.flatMap((line, at) => (isStray(line, at) ? [at + 1] : []));
}

function sentenceOf(name: string): string {
  const nearest = nearestTo(name) ?? likeStart(name);
  return `${name} is no setting of Framme, and does nothing. ${nearest === undefined ? 'Look at docs/hosting/settings.md, which lists all.' : `Did you mean ${nearest}?`}`;
}

function sentenceOfFile(name: string): string {
  if (name.startsWith('NODE_'))
    return `${name} does nothing in .env, for Node reads it before. Set it in the environment, under systemd by: systemctl edit framme`;
  return sentenceOf(name).replace(name, `${name} in .env`);
}

function looksOwn(name: string): boolean {
  if (OF_SYSTEMS.test(name) || name === OF_LAUNCHER) return false;
  const isLonger = KNOWN.some((known) => known.length > 7 && name.startsWith(`${known}_`));
  return OWN_PREFIX.test(name) || isLonger || (name.length > 6 && nearestTo(name) !== undefined);
}

/** Returns the setting that differs by one mistake of typing, or by two if it is long; also without the name of the product. */
function nearestTo(name: string): string | undefined {
  const typed = name.toUpperCase().replace(/^FRAMME_/, '');
  const near = KNOWN.map((known) => ({ known, mistakes: mistakesBetween(typed, known) }))
    .filter(({ known, mistakes }) => mistakes <= (known.length < 10 ? 1 : 2))
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return near[0]?.known;
}

/** Returns the first setting with the longest start that a name has too, like SMTP_URL of SMTP_HOST. */
function likeStart(name: string): string | undefined {
  const words = name.split('_');
  for (let count = words.length - 1; count > 0; count--) {
    const start = `${words.slice(0, count).join('_')}_`;
    const like = KNOWN.find((known) => known.startsWith(start) || `${known}_` === start);
    if (like !== undefined) return like;
  }
  return undefined;
}

/** Counts the letters to add, drop, change or exchange with the next one (Damerau's distance, optimal string alignment). */
function mistakesBetween(a: string, b: string): number {
  let [before, above]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const at = (of: number[], index: number) => of[index] ?? 0;
      row[j] = Math.min(at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(at(row, j), at(before, j - 2) + 1);
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
