import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startApp, until } from '#tests/support/server/app.ts';

test('an aborted request is not logged as an error', async () => {
  let isCounted = false;
  const app = await startApp({
    change: ({ store }) => ({
      store: {
        ...store,
        async accountByEmail(emailKey) {
          socket.resetAndDestroy();
          await once(socket, 'close');
          await pause(50);
          return store.accountByEmail(emailKey);
        },
        attempt(...attempt) {
          isCounted = true;
          return store.attempt(...attempt);
        },
      },
    }),
  });
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  const body = JSON.stringify({ email: 'a@example.org', password: 'gissning' });
  const head = [
    'POST /api/log-in HTTP/1.1',
    'host: x',
    `origin: ${app.url}`,
    'content-type: application/json',
  ];
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  await until(() => isCounted || app.log.text.includes('a call failed'));
  expect(app.log.text).not.toContain('a call failed');
});
