import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { newPhone, openPage } from '#tests/support/phone/phone-on-node.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { codeOf, send } from '#tests/support/server/http.ts';

const CHILD = 'noah0000000000000';

/** A proxy that passes a request with a tap on without its body, once, as Caddy 2.6 does if it repeats a POST. */
async function proxyThatLosesABody(server: string): Promise<{ url: string; lost: () => number }> {
  let lost = 0;
  const listener = createServer(async (asked, reply) => {
    let body = await buffer(asked);
    if (lost === 0 && body.includes('"tappedAt"')) {
      lost += 1;
      body = Buffer.alloc(0);
    }
    const headers = { ...asked.headers, origin: server, 'content-length': String(body.length) };
    const passed = request(server + asked.url, { method: asked.method ?? 'GET', headers }).end(body);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  return { url: `http://localhost:${(listener.address() as AddressInfo).port}`, lost: () => lost };
}

test('a tap whose request lost its body on the way is sent again, and not refused', async () => {
  const app = await startApp();
  const proxy = await proxyThatLosesABody(app.url);
  const data = openPage(newPhone(), proxy.url);
  const astrid = { firstName: 'Astrid', lastName: 'Lind', email: 'astrid@example.org', password: PASSWORD };
  await data.signIn('register', astrid);
  const home = data.household();
  if (!home) throw new Error('nobody is signed in');
  await home.run('addChild', { child: CHILD, name: 'Noah', birthDate: '2019-05-01' });
  await until(async () => {
    await home.syncNow();
    return home.view().waiting === 0;
  });
  expect(proxy.lost()).toBe(1);
  expect(home.view().refused).toEqual([]);
  expect(home.view().children.map(({ name }) => name)).toEqual(['Noah']);
});

const writes = Object.values(calls).flatMap(({ method, path }) => (method === 'POST' ? [path] : []));

test('no call takes an empty body for a mistake of whoever sent it', async () => {
  const { url } = await startApp();
  const { cookie } = await registerHousehold(url);
  for (const [body, type] of [['', 'application/json'] as const, [undefined, ''] as const])
    for (const path of [...writes, VISIT_STREAM]) {
      const answer = await send(url + path, 'POST', body, { origin: url, cookie, 'content-type': type });
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 503, 'unavailable']);
    }
});
