import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';

let lookUps = 0;
const app = shareApp({
  change: ({ store }) => ({
    store: {
      ...store,
      session(...given) {
        lookUps += 1;
        return store.session(...given);
      },
    },
  }),
});

/** Sends requests of a session in one piece. */
function inOnePiece(cookie: string, paths: readonly string[]) {
  const socket = connect(Number(new URL(app().url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const sent = { socket, replies: '' };
  socket.on('data', (chunk) => {
    sent.replies += chunk.toString();
  });
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`).join(''));
  return sent;
}

test('nothing is done for a request behind an unanswered one of its connection, nor once that is given up', async () => {
  const { url } = app();
  const { cookie } = await registerHousehold(url);
  lookUps = 0;
  const { socket } = inOnePiece(
    cookie,
    Array.from({ length: 12 }, () => LIVE_PATH),
  );
  await until(() => lookUps > 0);
  await get(url, '/api/health');
  socket.destroy();
  await get(url, calls.whoAmI.path, { cookie });
  await get(url, calls.whoAmI.path, { cookie });
  expect(lookUps).toBe(3);
});

test('requests in one piece are answered one after the other', async () => {
  const { cookie } = await registerHousehold(app().url);
  const sent = inOnePiece(cookie, [calls.whoAmI.path, '/api/nothing', '/api/health', calls.whoAmI.path]);
  await until(() => sent.replies.split('HTTP/1.1 ').length > 4);
  expect(sent.replies.match(/HTTP\/1\.1 \d+/g)).toEqual(
    [200, 404, 200, 200].map((code) => `HTTP/1.1 ${code}`),
  );
});
