import type { FrammeData, Household, RunResult } from '#client/data/port.ts';
import { HouseholdState } from '#client/data/storage/household-state.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Listeners } from '#client/lib/listeners.ts';
import { type CommandArgs, type CommandName, prepare } from '#domain/commands/catalogue.ts';
import { type Id, makeUlid } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import { Fold } from './fold.ts';
import { View } from './view.ts';

interface SamplePerson {
  child: Id;
  host: string;
  visitor: Id;
  name: string;
  hereFor: number | undefined;
}

const PARENT = 'sampleparent';
const DEVICE = 'sampledevice';
const RULES = { prepare };

/** In memory, under a real household's rules; stores and sends nothing. */
class SampleHousehold implements Pick<Household, 'view' | 'visitor' | 'subscribe' | 'run'> {
  readonly #listeners = new Listeners();
  readonly #state: HouseholdState = new HouseholdState((changed, hasReplicaChanged) => {
    if (this.#view.update(changed, hasReplicaChanged)) this.#listeners.notify();
  });
  readonly #fold = new Fold(this.#state.replica, PARENT, { loaded: RULES });
  readonly #view = new View(this.#state, this.#fold, PARENT);

  readonly view: Household['view'] = () => this.#view.current;
  readonly visitor: Household['visitor'] = (ref) => this.#view.visitor(ref);
  readonly subscribe: Household['subscribe'] = (listener) => this.#listeners.add(listener);

  async run<N extends CommandName>(name: N, args: CommandArgs<N>, at = correctedNow()): Promise<RunResult> {
    const op = makeUlid(at, crypto.getRandomValues(new Uint8Array(10)));
    const time = isoTime(at);
    const sequence = this.#state.outbox.length;
    const times = { tappedAt: at, zone: 'UTC', at: time, receivedAt: time, basis: 'measured' as const };
    const tap = { op, name, args, ...times, order: sequence };
    const decision = this.#fold.add(tap, DEVICE, RULES);
    if (!decision.accepted) return { done: false, refusal: decision.refusal };
    // Settled at once: no server will answer it.
    this.#state.applyQueued([{ ...tap, sequence, settled: 0 }]);
    return { done: true, op, ...(decision.since === undefined ? {} : { since: decision.since }) };
  }
}

/** Implements only what the screens of a sample household use. */
export function sampleData(people: readonly SamplePerson[]): FrammeData {
  const household = new SampleHousehold();
  const now = correctedNow();
  people.forEach(({ child, host, visitor, name, hereFor = 0 }, place) => {
    const at = now - hereFor;
    const before = now - 86_400_000 + place;
    const added = household.view().children.some(({ id }) => id === child);
    if (!added) void household.run('addChild', { child, name: host, birthDate: '2018-01-01' }, before);
    void household.run('addFriend', { child, friend: visitor, name, parentPhone: '070-000 00 00' }, before);
    if (hereFor > 0) void household.run('checkIn', { child, kind: 'friend', visitor }, at);
  });
  return {
    household: () => household,
    subscribe: () => () => undefined,
  } satisfies Record<'household' | 'subscribe', unknown> as unknown as FrammeData;
}
