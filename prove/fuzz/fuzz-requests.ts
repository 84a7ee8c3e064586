import fc from 'fast-check';
import { commands } from '#domain/commands/catalogue.ts';
import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import { linkCalls, VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { type HouseholdOnPhone, newId } from '#tests/support/people/household.ts';
import { builtPages } from '../machine.ts';

/** One HTTP request. */
export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** The family whose messages are fuzzed. */
interface Sender {
  url: string;
  family: HouseholdOnPhone;
  link: string;
}

/** JSON texts that JSON.stringify cannot produce. */
const RAW: Record<string, string> = {
  'raw:proto': '{"__proto__":{"admin":true}}',
  'raw:constructor': '{"constructor":{"prototype":{"admin":true}}}',
  'raw:huge': '1e999',
  'raw:precise': '123456789012345678901234567890',
  'raw:deep': `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'raw:deeper': `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`,
  'raw:twice': '{"op":"a","op":"b"}',
};

const fuzzedString = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\u202eelgoog',
      '\ud800',
      'a\udfff',
      '\u2028',
      '👩‍👧',
      "'; DROP TABLE documents; --",
    ],
    ...['../../etc/passwd', 'children/a/friends/b', '%00', '$1', '{}', 'null', '2026-02-30T25:61:61.999Z'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.integer({ min: 90, max: 60_000 }).map((length) => 'x'.repeat(length)),
);
const fuzzedNumber = fc.oneof(
  fc.constantFrom(-1, 0, -0, 1.5, 2 ** 53, -(2 ** 53), 1e308, 5e-324),
  fc.double(),
);
const fuzzedValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fuzzedString },
  { weight: 3, arbitrary: fuzzedNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(RAW)) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(fc.nat(9), { minLength: 90, maxLength: 300 }) },
);

interface Mutation {
  name: string;
  at: number;
  value: unknown;
  how: 'args' | 'message' | 'link' | 'whole' | 'text' | 'path' | 'headers' | 'large';
  text: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  name: fc.constantFrom(...Object.keys(commands), 'toString', '__proto__'),
  at: fc.nat(30),
  value: fuzzedValue,
  how: fc.constantFrom(
    ...(['args', 'args', 'args', 'args', 'message', 'message', 'whole', 'text', 'path', 'headers'] as const),
    ...([
      'args',
      'args',
      'message',
      'message',
      'link',
      'link',
      'whole',
      'whole',
      'text',
      'path',
      'headers',
      'large',
    ] as const),
  ),
  text: fuzzedString,
});

const ADDRESSES = [
  ...Object.values(calls).map(({ path }) => path),
  '/api/live',
  VISIT_STREAM,
  '/api/health',
  '/api/nothing',
  ...builtPages(),
];

/** The requests of readers, with a link. */
const LINK_DOORS = [...Object.values(linkCalls).map(({ path }) => path), VISIT_STREAM];

/** Returns fuzzed requests, the same for the same seed and family. */
export function fuzzedRequests(seed: number, count: number, { url, family, link }: Sender): FuzzedRequest[] {
  const usual = { origin: url, 'content-type': 'application/json', cookie: family.cookie };
  return fc.sample(mutation, { seed, numRuns: count }).map((one) => {
    if (one.how === 'link') {
      const path = LINK_DOORS[one.at % LINK_DOORS.length] ?? '';
      return {
        method: 'POST',
        path,
        headers: usual,
        body: raw(replaced(linkMessage(link), one.at, one.value)),
      };
    }
    const body = bodyOf(one, family.account.household);
    const path =
      one.how === 'message' || one.how === 'args'
        ? calls.sync.path
        : (ADDRESSES[one.at % ADDRESSES.length] ?? '/');
    if (one.how === 'path')
      return { method: 'GET', path: fuzzedPath(path, one), headers: usual, body: undefined };
    const headers = one.how === 'headers' ? { ...usual, ...fuzzedHeaders(one) } : usual;
    const method = one.how === 'headers' && one.at % 2 ? 'GET' : 'POST';
    return { method, path, headers, body: method === 'GET' ? undefined : body };
  });
}

function bodyOf({ name, at, value, how, text }: Mutation, household: string): string {
  if (how === 'text') return text;
  if (how === 'large') return JSON.stringify({ text: 'å'.repeat(at * 40_000) });
  if (how === 'whole') return raw(value);
  const now = Date.now();
  const args = replaced(
    { child: newId(), friend: newId(), name: 'Ella', birthDate: '2018-05-04' },
    at,
    value,
  );
  const op = { op: newId(), sequence: 1 + at, name, args: at % 3 ? args : value, tappedAt: now, zone: 'UTC' };
  const message = {
    protocol: PROTOCOL,
    household,
    device: newId(),
    cursor: 1_000_000,
    deviceNow: now,
    ops: [op],
  };
  return raw(how === 'args' ? message : replaced(message, at, value));
}

/** A message that every door of a link takes. */
function linkMessage(link: string): object {
  return {
    answer: { code: 'stay', until: new Date(Date.now() + 1_800_000).toISOString() },
    shown: true,
    link,
  };
}

/** Returns the value with one field replaced, at any depth. */
function replaced(value: object, at: number, by: unknown): unknown {
  const fields = Object.entries(value);
  const [key, part] = fields[at % fields.length] ?? [];
  if (key === undefined) return by;
  if (typeof part === 'object' && part !== null && at >= fields.length) {
    return {
      ...value,
      [key]: Array.isArray(part) ? part.map((one) => replaced(one, at, by)) : replaced(part, at, by),
    };
  }
  return at % 7 === 6 ? { ...value, [`${key}2`]: by } : { ...value, [key]: by };
}

function raw(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.replaceAll(/"(raw:\w+)"/g, (quoted, name: string) => RAW[name] ?? quoted);
}

function fuzzedPath(path: string, { text }: Mutation): string {
  const suffix = encodeURI(text.toWellFormed()).slice(0, 4000).replaceAll('%25', '%');
  return `${path}${path.endsWith('/') ? '' : '/'}${suffix}?cursor=${suffix}`;
}

/** Header values without control characters, which Node refuses to send. */
function fuzzedHeaders({ at, text }: Mutation): Record<string, string> {
  const value = text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?').slice(0, 8000);
  const name =
    ['cookie', 'last-event-id', 'content-type', 'origin', 'accept', 'x-forwarded-for'][at % 6] ?? 'x';
  return { [name]: name === 'cookie' ? `framme=${value}` : value };
}
