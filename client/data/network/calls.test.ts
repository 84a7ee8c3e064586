import { expect, test } from 'vitest';
import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/errors.ts';
import { call } from './calls.ts';

/** Makes a call that gets this reply. Returns the error, and the request as it was sent. */
async function failureOf(reply: Response) {
  const sent: RequestInit[] = [];
  const fetch: Environment['fetch'] = async (_path, request) => {
    sent.push(request);
    return reply;
  };
  const environment = { fetch, after: () => () => undefined } as unknown as Environment;
  const error = await call(environment, 'whoAmI', {}).catch((error: unknown) => error);
  if (!(error instanceof CallFailed)) throw new Error('the call did not fail', { cause: error });
  return { code: error.code, reason: error.reason, redirect: sent[0]?.redirect };
}

const page = (status: number) =>
  new Response('<p>Log in</p>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

test.each([
  ['a redirect', Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })],
  ['a page', page(200)],
  ['a page that asks for a log-in', page(401)],
])('%s comes from something between the phone and the server', async (_name, reply) => {
  expect(await failureOf(reply)).toEqual({ code: 'offline', reason: 'intercepted', redirect: 'manual' });
});

test.each([
  ['no JSON', new Response('oops'), 'offline'],
  ['a page that refuses a large body', page(413), 'too-large'],
])('%s is no such thing', async (_name, reply, code) => {
  expect(await failureOf(reply)).toMatchObject({ code, reason: undefined });
});

test('a gateway’s error page says that the server behind it failed', async () => {
  expect(await failureOf(page(502))).toMatchObject({ code: 'offline', reason: 'gateway' });
});
