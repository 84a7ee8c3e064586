import fc from 'fast-check';
import { READER_ANSWERS } from '#domain/links/link-fields.ts';
import { WRITE_FAULTS, type WriteFault } from '#tests/support/phone/failing-writes.ts';
import type { Fault } from './model-server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** One of two tabs on one of two phones. */
interface Place {
  phone: number;
  tab: number;
}

type StorageState = 'works' | 'refuses' | 'forgets' | WriteFault;

export type Step =
  | ({ do: 'tap'; who: number; status: 'checkIn' | 'checkOut'; awaited: boolean } & Place)
  | ({ do: 'undo'; who: number } & Place)
  | ({ do: 'removeVisit'; pick: number; undone: boolean } & Place)
  | ({ do: 'restoreVisit' | 'giveDeparture'; pick: number } & Place)
  | ({ do: 'addVisit'; who: number; ago: number; length: number } & Place)
  | ({ do: 'stayNight'; pick: number; stays: boolean } & Place)
  | ({ do: 'giveLink'; pick: number; which: number } & Place)
  | ({ do: 'takeLinksBack'; pick: number } & Place)
  | ({ do: 'expectHome'; pick: number; ahead: number | null } & Place)
  | ({ do: 'replyToAnswer'; pick: number; yes: boolean } & Place)
  | { do: 'read'; pick: number; answer: (typeof READER_ANSWERS)[number] | null }
  | { do: 'stripLinks' }
  | ({ do: 'addGuest' | 'removeGuest' } & Place)
  | ({ do: 'kill' | 'loseConnections' | 'hide' | 'wake' } & Place)
  | { do: 'network'; phone: number; fault: Fault }
  | { do: 'deliverLate'; pick: number }
  | { do: 'replay'; pick: number; days: number }
  | { do: 'storage'; phone: number; what: 'storage' | 'database'; state: StorageState }
  | { do: 'clock'; phone: number; error: number }
  | { do: 'pass'; ms: number }
  | { do: 'signOut'; phone: number }
  | { do: 'backUp' }
  | { do: 'restore' };

const place = { phone: fc.nat(1), tab: fc.nat(1) };
const who = fc.nat(2);

function step<T extends Step['do']>(weight: number, name: T, parts: Record<string, fc.Arbitrary<unknown>>) {
  return { weight, arbitrary: fc.record({ do: fc.constant(name), ...parts }) as fc.Arbitrary<unknown> };
}

/** The steps of a family and a reader with links. */
const sharing = [
  step(5, 'giveLink', { ...place, pick: fc.nat(1), which: fc.nat(6) }),
  step(1, 'takeLinksBack', { ...place, pick: fc.nat(2) }),
  step(2, 'expectHome', {
    ...place,
    pick: fc.nat(2),
    ahead: fc.option(fc.integer({ min: 1, max: 300 * MINUTE })),
  }),
  step(3, 'replyToAnswer', { ...place, pick: fc.nat(1), yes: fc.boolean() }),
  step(4, 'read', { pick: fc.nat(2), answer: fc.constantFrom(null, ...READER_ANSWERS, 'stay') }),
  step(1, 'stripLinks', {}),
];

const any = fc.oneof(
  step(12, 'tap', {
    ...place,
    who,
    status: fc.constantFrom('checkIn', 'checkOut'),
    awaited: fc.boolean(),
  }),
  step(4, 'undo', { ...place, who }),
  step(4, 'removeVisit', { ...place, pick: fc.nat(5), undone: fc.boolean() }),
  step(2, 'restoreVisit', { ...place, pick: fc.nat(5) }),
  step(2, 'giveDeparture', { ...place, pick: fc.nat(5) }),
  step(2, 'addVisit', {
    ...place,
    who,
    ago: fc.integer({ min: 0, max: 300 * MINUTE }),
    length: fc.integer({ min: 0, max: 60 * MINUTE }),
  }),
  step(2, 'stayNight', { ...place, pick: fc.nat(5), stays: fc.boolean() }),
  ...sharing,
  step(1, 'addGuest', place),
  step(1, 'removeGuest', place),
  step(3, 'kill', place),
  step(1, 'loseConnections', place),
  step(1, 'hide', place),
  step(2, 'wake', place),
  step(4, 'network', {
    phone: fc.nat(1),
    fault: fc.constantFrom('none', 'request-lost', 'reply-lost', 'late'),
  }),
  step(2, 'deliverLate', { pick: fc.nat(9) }),
  step(1, 'replay', { pick: fc.nat(9), days: fc.constantFrom(0, 1, 30) }),
  step(1, 'storage', {
    phone: fc.nat(1),
    what: fc.constant('storage'),
    state: fc.constantFrom('works', 'refuses'),
  }),
  step(2, 'storage', {
    phone: fc.nat(1),
    what: fc.constant('database'),
    state: fc.constantFrom('works', 'refuses', ...WRITE_FAULTS),
  }),
  step(1, 'clock', {
    phone: fc.nat(1),
    error: fc.constantFrom(0, 59_000, -3 * MINUTE, 90 * MINUTE, -400 * DAY, 400 * DAY),
  }),
  step(3, 'pass', { ms: fc.integer({ min: 1, max: 3 * 60 * MINUTE }) }),
  step(1, 'signOut', { phone: fc.nat(1) }),
) as fc.Arbitrary<Step>;

/** The setup of the phones, and the steps of a run. */
export interface Story {
  hasLocks: boolean;
  hasStreams: boolean;
  steps: readonly Step[];
  /** At the end all must be sent and shown before the storage works again, and be stored after. */
  endsBroken?: boolean;
}

export const anyStory: fc.Arbitrary<Story> = fc.record({
  hasLocks: fc.boolean(),
  hasStreams: fc.boolean(),
  steps: fc.array(any, { maxLength: 30 }),
});

/** Stories of phones whose databases are read but not written, from the first step to the end. */
export const anyUnwritableStory: fc.Arbitrary<Story> = fc.record({
  hasLocks: fc.boolean(),
  hasStreams: fc.boolean(),
  endsBroken: fc.constant(true),
  steps: fc
    .tuple(
      fc.constantFrom(...WRITE_FAULTS),
      fc.array(
        any.filter((one) => one.do !== 'signOut' && !(one.do === 'storage' && one.what === 'database')),
        { minLength: 5, maxLength: 30 },
      ),
    )
    .map(([state, steps]): Step[] => [
      ...[0, 1].map((phone): Step => ({ do: 'storage', phone, what: 'database', state })),
      ...steps,
    ]),
});

/** The same with a journal that forgets, for a control. */
export const anyForgetfulStory: fc.Arbitrary<Story> = anyUnwritableStory.map((story) => ({
  ...story,
  steps: [
    ...[0, 1].map((phone): Step => ({ do: 'storage', phone, what: 'storage', state: 'forgets' })),
    ...story.steps.filter((one) => one.do !== 'storage' || one.what === 'database'),
  ],
}));

/** Stories of links: each needs a visit, then a link, then a reader. Storage that fails is for the other stories. */
export const anyLinkStory: fc.Arbitrary<Story> = fc.record({
  hasLocks: fc.boolean(),
  hasStreams: fc.boolean(),
  steps: fc
    .array(fc.oneof({ weight: 10, arbitrary: any.filter((one) => one.do !== 'storage') }, ...sharing), {
      minLength: 12,
      maxLength: 40,
    })
    .map((steps): Step[] => [
      { do: 'tap', phone: 0, tab: 0, who: 0, status: 'checkIn', awaited: true },
      { do: 'giveLink', phone: 0, tab: 0, pick: 0, which: 0 },
      ...(steps as Step[]),
    ]),
});

/**
 * Stories in which the server is restored from a backup. Without what may lose a stored tap for good: a phone without a
 * database, a sign-out, and a month of silence.
 */
export const anyRestoreStory: fc.Arbitrary<Story> = fc.record({
  hasLocks: fc.boolean(),
  hasStreams: fc.boolean(),
  steps: fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: any.filter((one) => !['storage', 'signOut', 'replay'].includes(one.do)) },
        step(1, 'backUp', {}) as { weight: number; arbitrary: fc.Arbitrary<Step> },
        step(1, 'restore', {}) as { weight: number; arbitrary: fc.Arbitrary<Step> },
      ),
      { minLength: 8, maxLength: 40 },
    )
    .map((steps): Step[] => [{ do: 'backUp' }, ...steps]),
});
