import { expect, onTestFinished, test, vi } from 'vitest';
import { ACCOUNT_KEY as ENTRY_OF_THE_APP } from '#client/data/storage/stored-session.ts';
import { type CallErrorCode, callErrors } from '#domain/protocol/calls.ts';
import { ACCOUNT_KEY, askToFollow, ownHousehold } from './link-client.ts';

function stub(name: string, value: unknown) {
  vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('the page reads the entry that the app writes, and nothing else', () => {
  const household = 'a'.repeat(20);
  const read = (text: string | null) => {
    stub('localStorage', { getItem: (key: string) => (key === ENTRY_OF_THE_APP ? text : null) });
    return ownHousehold();
  };
  expect(ACCOUNT_KEY).toBe(ENTRY_OF_THE_APP);
  expect(read(JSON.stringify({ uid: 'u', household, email: 'e' }))).toBe(household);
  for (const text of [null, '', 'null', '[]', '{"household":1}'])
    expect([text, read(text)]).toEqual([text, undefined]);
  stub('localStorage', undefined);
  expect(ownHousehold()).toBeUndefined();
});

test('each reply of the server means what the page says of it', async () => {
  const household = 'a'.repeat(20);
  const reply = async (answer: () => Response) => {
    stub('fetch', async () => answer());
    return askToFollow({ household, link: 'k' });
  };
  const error = (code: CallErrorCode) =>
    reply(() => Response.json({ error: { code } }, { status: callErrors[code] }));
  expect(await reply(() => Response.json({}))).toBe('asked');
  expect(await error('not-signed-in')).toBe('ended');
  expect(await error('other-household')).toBe('ended');
  expect(await error('link-expired')).toBe('dead');
  expect(await error('follower-limit')).toBe('full');
  expect(await error('too-many-requests')).toBe('busy');
  expect(await error('internal')).toBe('offline');
  expect(await reply(() => new Response('a portal', { status: 401 }))).toBe('offline');
  expect(
    await reply(() => {
      throw new TypeError('no network');
    }),
  ).toBe('offline');
});
