import * as v from 'valibot';
import { expect, test } from 'vitest';
import { exportSchema } from '#domain/protocol/export.ts';
import { hostedFamily } from '#tests/support/people/notified-devices.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { framme } from '#tests/support/server/framme-command.ts';

test('verify finds nothing wrong, and an export names since when a device is told, and no more of it', async () => {
  const { app, phone, device } = await hostedFamily();
  expect(await framme(app.place, 'verify')).toMatchObject({ code: 0, stderr: '' });
  const { code, stdout } = await framme(app.place, 'export', phone.account.email);
  expect(code).toBe(0);
  const { devices } = v.parse(exportSchema, JSON.parse(stdout));
  expect(devices.map(({ toldSince }) => Date.parse(toldSince ?? '') > 0)).toEqual([true]);
  for (const secret of ['secret-path', device.p256dh, device.auth]) expect(stdout).not.toContain(secret);
  await done(phone, 'unsubscribe', {});
  const after = await framme(app.place, 'export', phone.account.email);
  expect(v.parse(exportSchema, JSON.parse(after.stdout)).devices).toMatchObject([{ toldSince: null }]);
});

test('a restored backup brings a renewed push key back: the restore and the first start say so, until it is renewed', async () => {
  const { app, start, phone } = await hostedFamily();
  const { key } = await done(phone, 'pushState', {});
  const { stdout } = await framme(app.place, 'backup', '--json');
  await app.stop();
  expect(await framme(app.place, 'renew-push-key')).toMatchObject({ code: 0 });
  const says = /the push key of 20\d\d-\d\d-\d\d is back: if it was renewed since, .* renew-push-key/;
  const { file } = JSON.parse(stdout);
  const off = await framme({ ...app.place, PUSH_SERVICES: 'off' }, 'restore', file);
  expect([off.code, off.stdout]).toEqual([0, expect.not.stringMatching(says)]);
  const restored = await framme(app.place, 'restore', file);
  expect(restored.stdout).toMatch(says);
  const again = await start({ dataDir: app.dataDir });
  phone.url = again.url;
  expect((await done(phone, 'pushState', {})).key).toBe(key);
  expect(again.log.text).toMatch(says);
  await again.stop();
  expect(await framme(app.place, 'renew-push-key')).toMatchObject({ code: 0 });
  const renewed = await start({ dataDir: app.dataDir });
  phone.url = renewed.url;
  expect((await done(phone, 'pushState', {})).key).not.toBe(key);
  expect(renewed.log.text).not.toMatch(says);
});
