import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { join, twoParents } from '#tests/support/people/two-parents.ts';
import { startApp, temporaryFolder, until } from '#tests/support/server/app.ts';
import { listen, pagesOf } from '#tests/support/server/live-stream.ts';

test('a change on one instance is heard on the other, and a sign-out on one ends the stream on the other', async () => {
  const dataDir = temporaryFolder();
  const one = await startApp({ dataDir });
  // Without a poll only a hint tells of a change.
  const liveTimes = { heartbeat: 100, poll: 600_000 };
  const other = await startApp({ dataDir, change: () => ({ liveTimes }) });
  const phone = await registerHousehold(one.url);
  const stream = await listen(other.url, { cookie: phone.cookie, cursor: 1 });
  await until(() => stream.heard.length > 0);
  await phone.addChild();
  await until(() => pagesOf(stream).length === 1);
  await phone.post('/api/log-out', {});
  await stream.ended;
  expect(stream.heard.at(-1)).toMatchObject({ name: 'closed', data: { code: 'signed-out' } });
});

test('a stream on one instance is closed when its account moves to another household on the other', async () => {
  const dataDir = temporaryFolder();
  const [one, other] = [await startApp({ dataDir }), await startApp({ dataDir })];
  const { anna, bo } = await twoParents(one.url);
  const { cursor } = await bo.sync();
  const stream = await listen(other.url, { cookie: bo.cookie, cursor });
  await join(await registerHousehold(one.url), bo);
  await stream.ended;
  expect(stream.heard.at(-1)).toMatchObject({ name: 'closed', data: { code: 'renew' } });
  await anna.addChild('Secret of Anna');
  expect(JSON.stringify(stream.heard)).not.toContain('Secret');
});
