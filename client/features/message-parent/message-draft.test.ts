import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { hashOf } from '#client/lib/secret-hash.ts';
import { idSchema } from '#domain/ids.ts';
import { linkHashSchema } from '#domain/links/link-fields.ts';
import { LINK_SECRET_LENGTH } from '#domain/links/link-secret.ts';
import { NewLink } from './message-draft.ts';

const ORIGIN = 'https://framme.example.org';
const OP = 'o'.repeat(26);

const secretOf = ({ address }: NewLink) => address.split('#')[1] ?? '';

test('each link has a secret of its own behind the fragment, of letters and digits alone', () => {
  const links = Array.from({ length: 100 }, () => new NewLink(ORIGIN));
  expect(new Set(links.map(secretOf)).size).toBe(100);
  for (const link of links) {
    expect(link.address).toMatch(/^https:\/\/framme\.example\.org\/visit#[0-9a-z]+$/);
    expect(secretOf(link)).toHaveLength(LINK_SECRET_LENGTH);
  }
});

test('the hash is the SHA-256 that Node knows, in the form that the rulebook takes', async () => {
  for (let round = 0; round < 50; round += 1) {
    const secret = secretOf(new NewLink(ORIGIN));
    const hash = await hashOf(secret);
    expect(hash).toBe(createHash('sha256').update(secret).digest('base64url'));
    expect(v.is(linkHashSchema, hash)).toBe(true);
  }
});

test('pressed twice a link is given once, by its hash', async () => {
  const link = new NewLink(ORIGIN);
  const hashes: string[] = [];
  const run = async (hash: string) => {
    hashes.push(hash);
    return { op: OP };
  };
  expect(await Promise.all([link.give(run, false), link.give(run, false)])).toEqual([{ op: OP }, { op: OP }]);
  await link.give(run, false);
  expect(hashes).toEqual([await hashOf(secretOf(link))]);
  expect(hashes[0]).not.toContain(secretOf(link));
  expect(v.is(idSchema, link.op)).toBe(true);
});

test('a link that was not given is tried again', async () => {
  const link = new NewLink(ORIGIN);
  expect(await link.give(async () => ({ failure: 'not-stored' }), false)).toEqual({ failure: 'not-stored' });
  expect(link.op).toBeUndefined();
  expect(await link.give(async () => ({ op: OP }), false)).toEqual({ op: OP });
  expect(link.op).toBe(OP);
});

test('a choice made later gives the same link once more, and keeps its first op', async () => {
  const link = new NewLink(ORIGIN);
  const given: unknown[] = [];
  const run = async (hash: string, showsPhone: boolean) => {
    given.push([hash, showsPhone]);
    return { op: given.length === 1 ? OP : 'p'.repeat(26) };
  };
  for (const showsPhone of [false, true, true, false]) await link.give(run, showsPhone);
  const hash = await hashOf(secretOf(link));
  expect(given).toEqual([
    [hash, false],
    [hash, true],
    [hash, false],
  ]);
  expect(link.op).toBe(OP);
});
