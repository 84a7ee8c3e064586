import { expect, test } from 'vitest';
import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/errors.ts';
import { download } from './download.ts';
import { call } from './http-client.ts';

type Asking = (environment: Environment) => Promise<unknown>;

/** Asks, and gets this reply. Returns the error, and the request as it was sent. */
async function failureOf(reply: Response, ask: Asking = (environment) => call(environment, 'whoAmI', {})) {
  const sent: RequestInit[] = [];
  const fetch: Environment['fetch'] = async (_path, request) => {
    sent.push(request);
    return reply;
  };
  const environment = { fetch, after: () => () => undefined } as unknown as Environment;
  const error = await ask(environment).catch((error: unknown) => error);
  if (!(error instanceof CallFailed)) throw new Error('the call did not fail', { cause: error });
  return { code: error.code, reason: error.reason, redirect: sent[0]?.redirect };
}

const errorReply = (code: string) => Response.json({ error: { code, message: code } }, { status: 401 });
const page = (status: number) =>
  new Response('<p>Log in</p>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

test.each([
  ['a redirect', Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })],
  ['a page', page(200)],
  ['a page that asks for a log-in', page(401)],
  ['a text that asks for a log-in', new Response('Forbidden', { status: 403 })],
  ['JSON that asks for a log-in', Response.json({ message: 'log in' }, { status: 401 })],
  ['a text', new Response('oops')],
])('%s comes from something between the phone and the server', async (_name, reply) => {
  expect(await failureOf(reply)).toEqual({ code: 'offline', reason: 'intercepted', redirect: 'manual' });
});

test.each([
  ['a gateway’s error page', page(502), 'offline', 'gateway'],
  ['a page that refuses a large body', page(413), 'too-large', undefined],
  ['an error of the server', errorReply('not-signed-in'), 'not-signed-in', undefined],
  ['an error of a newer server', errorReply('of-tomorrow'), 'offline', undefined],
])('%s is no such thing', async (_name, reply, code, reason) => {
  expect(await failureOf(reply)).toMatchObject({ code, reason });
});

test.each([
  ['a page', page(200)],
  ['JSON of something else', Response.json({ message: 'log in' })],
])('%s of a portal is not saved as the family’s data', async (_name, reply) => {
  const failure = await failureOf(reply, (environment) => download(environment, 'everything', () => {}));
  expect(failure).toEqual({ code: 'offline', reason: 'intercepted', redirect: 'manual' });
});
