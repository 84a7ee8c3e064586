import { expect, test } from 'vitest';
import type { CommandName } from '#domain/commands/catalogue.ts';
import { argumentsOf } from '#tests/support/people/command-args.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf, send } from '#tests/support/server/http.ts';

let lookups = 0;
const app = shareApp({
  change: ({ store }) => ({
    store: {
      ...store,
      session: (...session) => {
        lookups += 1;
        return store.session(...session);
      },
    },
  }),
});

const postText = (url: string, body: string, cookie = '') =>
  send(`${url}/api/sync`, 'POST', body, { origin: url, 'content-type': 'application/json', cookie });

test('a sync without a session is refused before its body is parsed', async () => {
  const { url } = app();
  for (const cookie of ['', `framme=${'a'.repeat(43)}`]) {
    const before = lookups;
    const answer = await postText(url, '{"no":"JSON', cookie);
    expect([answer.status, codeOf(answer)]).toEqual([401, 'not-signed-in']);
    expect(lookups - before).toBe(cookie === '' ? 0 : 1);
  }
});

test('a tap costs one lookup of its session', async () => {
  const phone = await registerHousehold(app().url);
  const before = lookups;
  await phone.addChild();
  expect(lookups - before).toBe(1);
});

test('a message of more values than any has is refused, whatever its texts hold', async () => {
  const phone = await registerHousehold(app().url);
  const statusWith = async (more: unknown) => (await phone.trySync({ more } as never)).status;
  expect(await statusWith(Object.fromEntries(Array.from({ length: 9000 }, (_, key) => [key, 0])))).toBe(400);
  expect(await statusWith(Array.from({ length: 9000 }, () => []))).toBe(400);
  expect(await statusWith(`"${',[{'.repeat(50_000)}\\`)).toBe(200);
});

test('a hundred ops of any command have a fourth of the values that a message may have', async () => {
  const phone = await registerHousehold(app().url);
  const ids = { child: newId(), friend: newId(), guest: newId(), visit: newId() };
  for (const name of Object.keys(argumentsOf) as CommandName[]) {
    const args = { ...(argumentsOf[name](ids) as object), more: Array.from({ length: 50 }, () => 'x') };
    const ops = Array.from({ length: 100 }, () => phone.op(name, args as never));
    const answer = await phone.trySync({ household: newId(), ops });
    expect([name, codeOf(answer)]).toEqual([name, 'other-household']);
  }
});
