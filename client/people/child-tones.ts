import type { ChildView } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';

/** The number of a child's colours in `ui/child-colors.css`. */
export type Tone = 1 | 2 | 3 | 4 | 5 | 6;

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

const known = new WeakMap<readonly unknown[], ReadonlyMap<Id, Tone>>();

/**
 * Returns the colour of a child among the household's children, 1 if it is not one of them. The id chooses it, so that it
 * stays when others are added or removed; of two who would share one, the later gets the next free.
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

/** With more children than colours each colour is taken as often as the others. */
function freeTone(id: Id, taken: readonly Tone[]): Tone {
  const uses = (tone: Tone) => taken.filter((one) => one === tone).length;
  const fewest = Math.min(...TONES.map(uses));
  const start = [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TONES.length;
  const fromStart = [...TONES.slice(start), ...TONES.slice(0, start)];
  return fromStart.find((tone) => uses(tone) === fewest) ?? 1;
}
