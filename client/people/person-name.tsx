import { memo } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { classes } from '#client/ui/classes.ts';
import type { Id } from '#domain/ids.ts';
import { firstName } from '#domain/names.ts';
import styles from './person-name.module.css';
import { newestFirst, visitorsOf } from './visitors.ts';

interface InitialsProps {
  id: Id;
  name: string;
  small?: boolean;
}

/** A door. Decorative: the text beside it names the person, so colour is never the only sign. */
export const Initials = memo(function Initials({ id, name, small }: InitialsProps) {
  const tone = useViewPart(({ children }) => toneOf(children, id)) ?? toneOf([], id);
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

/** Round the circle of hues from one's own: opposite, at right angles, and between. */
const STEPS = [0, 6, 3, 9, 1, 7, 4, 10, 2, 8, 5, 11];

type TonedChild = Pick<ChildView, 'id' | 'friends' | 'guests'>;

const known = new WeakMap<readonly TonedChild[], ReadonlyMap<Id, number>>();

/** A child's, friend's or guest's, from 1 to 12. */
export function toneOf(children: readonly TonedChild[], id: Id): number {
  const tones = known.get(children) ?? assignTones(children);
  known.set(children, tones);
  return tones.get(id) ?? toneAt(sumOf(id));
}

/** On a collision the one added later gives way, so that adding or renaming changes nobody's. */
function assignTones(children: readonly TonedChild[]): ReadonlyMap<Id, number> {
  const added = visitorsOf(children).toSorted(
    (a, b) => newestFirst(b.createdAt, a.createdAt) || (a.ref.visitor < b.ref.visitor ? -1 : 1),
  );
  const visitors = added.map(({ ref }) => ref.visitor);
  const hosts = children.map(({ id }) => id);
  return new Map([...assign(hosts, (id) => (sumOf(id) % 4) * 3), ...assign(visitors, sumOf)]);
}

function assign(ids: readonly Id[], startOf: (id: Id) => number): [Id, number][] {
  const taken = new Set<number>();
  return ids.map((id) => {
    const start = startOf(id);
    const tone = STEPS.map((step) => toneAt(start + step)).find((one) => !taken.has(one)) ?? toneAt(start);
    taken.add(tone);
    return [id, tone];
  });
}

function toneAt(place: number): number {
  return 1 + (place % STEPS.length);
}

function sumOf(id: Id): number {
  return [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
}
