import { accessSync, constants, existsSync, readFileSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { withoutInvisibleMarks } from '#domain/fields.ts';
import { SETTING_NAMES } from './settings.ts';

/** Each problem is a sentence without its full stop, and repeats no value. */
export interface EnvFile {
  values: Record<string, string>;
  problems: string[];
}

const LINE = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*$/;
const QUOTED = /^(["'`])((?:(?!\1).)*)\1[ \t]*(.*)$/;
/** Some programs show a line break here, so a comment seems to end. */
const UNUSUAL_BREAK = /[\v\f\x85\u2028\u2029]/;
/** Look empty or like a space, beside the marks of `withoutInvisibleMarks`. */
const BLANK = /[\p{Cc}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu;

/** A setting that ran into the text before it. Short names (PORT, HOST) end other words. */
const WITHIN = new RegExp(`(${SETTING_NAMES.filter((name) => name.length > 4).join('|')})[ \\t]*=`);
const WITHIN_COMMENT = new RegExp(`[\\p{L}\\p{N}]${WITHIN.source}`, 'u');

const FAULTS = {
  noSetting: 'is not NAME=value, with a name in plain letters: correct it, or put a # before a comment',
  quotes: `has text outside its quotes, or one quote alone: put quotes of another kind around the whole value, like MAIL_FROM='"Framme" <framme@example.org>', or none`,
  comment: 'has a # outside quotes: put the value in quotes, or the comment on a line of its own',
};

/** Drops the byte-order mark; undefined unless UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The first character that is invisible or only resembles a space. */
export function hiddenIn(text: string): string | undefined {
  const seen = [...withoutInvisibleMarks(text).replaceAll(BLANK, '')];
  const hidden = [...text].find((character, at) => character !== seen[at]);
  return hidden && pointOf(hidden);
}

/** A setting that ran into a value, as after a last line without line end. */
export function settingWithin(value: string): string | undefined {
  return WITHIN.exec(value)?.[1];
}

function pointOf(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Writes other than plain ASCII as `<U+0441>`. */
export function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, (character) => `<${pointOf(character)}>`);
}

export function readEnvFile(): EnvFile {
  const refused = (says: string) => ({ values: {}, problems: [`${resolve('.env')} ${says}`] });
  try {
    accessSync('.env', constants.R_OK);
    const text = decodeText(readFileSync('.env'));
    return text === undefined
      ? refused('is not UTF-8: save it as UTF-8, so that no setting is lost')
      : readLines(text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isLink('.env'))
      return existsSync('.env.txt')
        ? refused('is missing, and .env.txt is there: rename it to .env')
        : { values: {}, problems: [] };
    return refused(`cannot be read (${code}): it must be a file, owned by the user who runs Framme (chown)`);
  }
}

/** A dangling link is a fault, a missing file is none. */
function isLink(path: string): boolean {
  try {
    return readlinkSync(path) !== '';
  } catch {
    return false;
  }
}

/** A line not taken literally is a problem. */
export function readLines(text: string): EnvFile {
  const found = new Map<string, { value: string; line: number }>();
  const problems: string[] = [];
  for (const [line, written] of linesOf(text)) {
    const read = readLine(written);
    if ('fault' in read) {
      problems.push(`Line ${line} of .env ${read.fault}`);
      continue;
    }
    const { name, value } = read;
    const before = found.get(name);
    if (before === undefined) found.set(name, { value, line });
    else
      problems.push(`Line ${line} of .env sets ${name} again, after line ${before.line}: keep one of them`);
  }
  return { values: Object.fromEntries([...found].map(([name, { value }]) => [name, value])), problems };
}

/** Numbered, without blank lines and plain comments. */
export function linesOf(text: string): [number, string][] {
  const lines = text.split(/\r\n?|\n/).map((line, index): [number, string] => [index + 1, line]);
  const isMore = (line: string) => UNUSUAL_BREAK.test(line) || WITHIN_COMMENT.test(line);
  return lines.filter(([, line]) => !/^[ \t]*(?:#|$)/.test(line) || isMore(line));
}

function readLine(line: string): { name: string; value: string } | { fault: string } {
  const hidden = hiddenIn(line.replaceAll('\t', ' '));
  if (hidden !== undefined)
    return { fault: `holds an invisible character (${hidden}): delete it, or type the line anew` };
  const [, name, value = ''] = LINE.exec(line) ?? [];
  const within = settingWithin(name === undefined ? line : value);
  if (within !== undefined)
    return { fault: `holds ${within}= behind something else: put it on a line of its own` };
  if (name === undefined) return { fault: FAULTS.noSetting };
  const [, , quoted, rest = ''] = QUOTED.exec(value) ?? [];
  if (quoted !== undefined && rest === '') return { name, value: quoted };
  if (/^["'`]/.test(value) && !rest.startsWith('#')) return { fault: FAULTS.quotes };
  return value.includes('#') ? { fault: FAULTS.comment } : { name, value };
}
