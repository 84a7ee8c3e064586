import { printable, readEnvFile } from './env-file.ts';
import { SETTING_NAMES } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Ours alone; HOST_ and DATA_ begin many foreign names. */
const OWN_PREFIX =
  /^(?:FRAMME|OIDC|SMTP|GOOGLE_CLIENT|FACEBOOK_CLIENT|LINKEDIN_CLIENT|OPS_PER|SIGN_INS|NOTICES?)_/;
/** Set by the system or by Kubernetes. */
const OF_SYSTEMS = /^HOSTNAME$|_SERVICE_(?:HOST|PORT)\b|_PORT(?:_\d+_(?:TCP|UDP).*)?$/;
/** Read by PostgreSQL, by the C library (TZ) and by the compose files. */
const OF_OTHERS = /^(?:PG[A-Z]+|TZ|FRAMME_HOST|FRAMME_SERVERS)$/;
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}]/gu;
/** Set by a release's launcher, read by `command-name.ts`. */
const OF_LAUNCHER = 'FRAMME_COMMAND';

/** Its default lets strangers in; these names seem to close it. */
const OPEN = 'REGISTRATION';
const LIKE_OPEN = /REGISTER|REGISTRATION/i;

/**
 * Refuses misspelt names in `.env`, and of registration anywhere; warns about the rest. Never
 * repeats a value.
 */
export function unknownSettings(env: Environment = process.env, values = readEnvFile().values) {
  const isUnknown = (name: string) => !SETTING_NAMES.includes(name) && !OF_OTHERS.test(name);
  const file = Object.keys(values).filter(isUnknown);
  const others = Object.keys(env).filter((name) => isUnknown(name) && !file.includes(name));
  const isMisspelt = (name: string) => nearestTo(name) !== undefined || LIKE_OPEN.test(name);
  const isOpen = (name: string) => nearestTo(name) === OPEN;
  const write = (name: string, place = '') =>
    `${printable(name)}${place} is no setting of Framme: write ${nearestTo(name) ?? OPEN}, or delete it`;
  return {
    refused: [
      ...file.filter(isMisspelt).map((name) => write(name, ' in .env')),
      ...others.filter(isOpen).map((name) => write(name)),
    ],
    warned: [
      ...file.filter((name) => !isMisspelt(name)).map(sentenceOfFile),
      ...others.filter((name) => looksOwn(name) && !isOpen(name)).map(sentenceOf),
      ...Object.keys(values)
        .filter((name) => env[name] !== undefined && env[name] !== values[name])
        .map(sentenceOfOther),
    ],
  };
}

function sentenceOf(name: string): string {
  const nearest = nearestTo(name) ?? likeStart(name);
  return `${printable(name)} is no setting of Framme, and does nothing. ${nearest === undefined ? 'Look at docs/hosting/settings.md, which lists all.' : `Did you mean ${nearest}?`}`;
}

function sentenceOfOther(name: string): string {
  return `${name} in .env does nothing, for the environment sets it otherwise.`;
}

function sentenceOfFile(name: string): string {
  if (name.startsWith('NODE_'))
    return `${name} does nothing in .env, for Node reads it before. Set it in the environment, under systemd by: systemctl edit framme`;
  return sentenceOf(name).replace(name, `${name} in .env`);
}

function looksOwn(name: string): boolean {
  if (OF_SYSTEMS.test(name) || name === OF_LAUNCHER) return false;
  const isLonger = SETTING_NAMES.some((known) => known.length > 7 && name.startsWith(`${known}_`));
  return OWN_PREFIX.test(name) || isLonger || (name.length > 6 && nearestTo(name) !== undefined);
}

/** One typing mistake, two in a long name, with or without FRAMME_. */
function nearestTo(name: string): string | undefined {
  const typed = name
    .replaceAll(HIDDEN, '')
    .toUpperCase()
    .replace(/^FRAMME_/, '');
  // A different length takes as many mistakes; the distance itself took a quarter of a command's start.
  const near = SETTING_NAMES.filter((known) => Math.abs(known.length - typed.length) <= tolerated(known))
    .map((known) => ({ known, mistakes: mistakesBetween(typed, known) }))
    .filter(({ known, mistakes }) => mistakes <= tolerated(known))
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return near[0]?.known;
}

const tolerated = (known: string): number => (known.length < 10 ? 1 : 2);

/** The setting with the longest common start, like SMTP_URL for SMTP_HOST. */
function likeStart(name: string): string | undefined {
  const words = name.split('_');
  for (let count = words.length - 1; count > 0; count--) {
    const start = `${words.slice(0, count).join('_')}_`;
    const like = SETTING_NAMES.find((known) => known.startsWith(start) || `${known}_` === start);
    if (like !== undefined) return like;
  }
  return undefined;
}

/** Damerau's distance (optimal string alignment). */
function mistakesBetween(a: string, b: string): number {
  let [before, above]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    // A letter of another script may resemble any.
    const isForeign = /[^\0-\x7f]/.test(a[i - 1] ?? '');
    for (let j = 1; j <= b.length; j++) {
      const isSame = isForeign || a[i - 1] === b[j - 1];
      const at = (of: number[], index: number) => of[index] ?? 0;
      row[j] = Math.min(at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(at(row, j), at(before, j - 2) + 1);
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
