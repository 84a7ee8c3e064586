import { accessSync, constants, existsSync, readFileSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { withoutInvisibleMarks } from '#domain/fields.ts';
import { SETTING_NAMES } from './settings.ts';

/** The settings of a file, and a sentence without its full stop for each fault, which repeats no value. */
export interface EnvFile {
  values: Record<string, string>;
  problems: string[];
}

const LINE = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*$/;
const QUOTED = /^(["'`])((?:(?!\1).)*)\1[ \t]*(.*)$/;
/** Some programs show a new line at these, so that a comment seems to end there. */
const UNUSUAL_BREAK = /[\v\f\x85\u2028\u2029]/;
/** Marks that seem to be nothing or a space, beside those that `withoutInvisibleMarks` knows. */
const BLANK = /[\p{Cc}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu;

/** A setting that ran together with what stands before it. PORT and HOST end other words. */
const WITHIN = new RegExp(`(${SETTING_NAMES.filter((name) => name.length > 4).join('|')})[ \\t]*=`);
const WITHIN_COMMENT = new RegExp(`[\\p{L}\\p{N}]${WITHIN.source}`, 'u');

const FAULTS = {
  noSetting: 'is not NAME=value, with a name in plain letters: correct it, or put a # before a comment',
  quotes: `has text outside its quotes, or one quote alone: put quotes of another kind around the whole value, like MAIL_FROM='"Framme" <framme@example.org>', or none`,
  comment: 'has a # outside quotes: put the value in quotes, or the comment on a line of its own',
};

/** Decodes UTF-8 without its byte-order mark; undefined of any other encoding, like UTF-16 or Latin-1. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Finds the first character that nobody sees, or that looks like a space and is none. */
export function hiddenIn(text: string): string | undefined {
  const seen = [...withoutInvisibleMarks(text).replaceAll(BLANK, '')];
  const hidden = [...text].find((character, at) => character !== seen[at]);
  return hidden && pointOf(hidden);
}

/** Finds the name of a setting that ran together with a value, as behind a last line without a line end. */
export function settingWithin(value: string): string | undefined {
  return WITHIN.exec(value)?.[1];
}

/** Writes a character as `U+FEFF`. */
function pointOf(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Writes what is not plain ASCII as `<U+0441>`. */
export function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, (character) => `<${pointOf(character)}>`);
}

/** Reads `.env` of the working folder; without one there are no settings. */
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

/** A link may lead to a file that is gone. */
function isLink(path: string): boolean {
  try {
    return readlinkSync(path) !== '';
  } catch {
    return false;
  }
}

/** Reads lines of `NAME=value`: what is not taken as it stands is a problem, and nothing is left out silently. */
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

/** Numbers the lines that are neither blank nor a comment. */
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
