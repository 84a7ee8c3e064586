import { memo } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { classes } from '#client/ui/classes.ts';
import type { Id } from '#domain/ids.ts';
import { firstName } from '#domain/names.ts';
import styles from './person-name.module.css';

interface InitialsProps {
  name: string;
  tone: Tone;
  small?: boolean;
}

/** A door. Decorative: the text beside it names the person, so colour is never the only sign. */
export const Initials = memo(function Initials({ name, tone, small }: InitialsProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(styles.door, 'center small', small && styles.small)}
      data-tone={tone}
    >
      {initialsOf(name)}
    </span>
  );
});

/**
 * "WA" for "Wilma Andersson", "N" for "Noel". Scripts without capitals, whose letters may join, give one
 * letter.
 */
export function initialsOf(name: string): string {
  const firsts = name
    .split(/\s+/)
    .map(firstLetter)
    .filter((letter) => /^[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(letter));
  const first = firsts[0] ?? firstLetter(name.trim());
  const last = firsts.length > 1 ? (firsts.at(-1) ?? '') : '';
  return hasCapitals(first) ? (first + (hasCapitals(last) ? last : '')).toUpperCase() : first;
}

function hasCapitals(letter: string): boolean {
  return letter.toLowerCase() !== letter.toUpperCase();
}

/** A grapheme cluster; without Intl.Segmenter a code point. */
function firstLetter(word: string): string {
  if (isAlone(word)) return word.charAt(0);
  if (!('Segmenter' in Intl)) return [...word][0] ?? '';
  // Made once: it costs more than rendering the row.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const [first] = segmenter.segment(word);
  return first?.segment ?? '';
}

/** The first combining character; plainer words skip the segmenter, which delays the first screen. */
const FIRST_JOINING = 0x300;

function isAlone(word: string): boolean {
  return word.charCodeAt(0) < FIRST_JOINING && !(word.charCodeAt(1) >= FIRST_JOINING);
}

let segmenter: Intl.Segmenter | undefined;

/** Isolated, so that a name in any script keeps the direction of the text around it. */
export function PersonName({ children }: { children: string }) {
  return <bdi translate="no">{children}</bdi>;
}

/** First names; in full where two share one. */
export function namesApart(names: readonly string[]): string[] {
  const first = names.map(firstName);
  return names.map((name, place) => {
    const short = first[place] ?? name;
    return first.indexOf(short) === first.lastIndexOf(short) ? short : name;
  });
}

const TONES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/** How many tones from the first differ in hue at a glance. */
const FAR_APART = 6;

export type Tone = (typeof TONES)[number];

/** A friend's or guest's, from the id, so that a new name keeps it. */
export function ownTone(id: Id): Tone {
  return TONES[sumOf(id) % TONES.length] ?? 1;
}

function sumOf(id: Id): number {
  return [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
}

const known = new WeakMap<readonly unknown[], ReadonlyMap<Id, Tone>>();

/**
 * A child's own tone; on a collision the later child takes the next free one. 1 if unknown.
 */
export function toneOf(children: readonly Pick<ChildView, 'id'>[], child: Id): Tone {
  const tones = known.get(children) ?? assign(children);
  known.set(children, tones);
  return tones.get(child) ?? 1;
}

function assign(children: readonly Pick<ChildView, 'id'>[]): ReadonlyMap<Id, Tone> {
  const tones = new Map<Id, Tone>();
  for (const { id } of children) tones.set(id, freeTone(id, [...tones.values()]));
  return tones;
}

/** With more children than colours, all are used equally often. */
function freeTone(id: Id, taken: readonly Tone[]): Tone {
  const uses = (tone: Tone) => taken.filter((one) => one === tone).length;
  const fewest = Math.min(...TONES.map(uses));
  const start = sumOf(id) % FAR_APART;
  const fromStart = [...TONES.slice(start, FAR_APART), ...TONES.slice(0, start), ...TONES.slice(FAR_APART)];
  return fromStart.find((tone) => uses(tone) === fewest) ?? 1;
}
