import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { pageRoutes } from '#domain/pages/pages.ts';
import { calls, EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';

const asked = Object.values(calls).map(({ path }) => path);
const others = [
  '/api/health',
  '/robots.txt',
  '/sitemap.xml',
  '/api/providers/google/callback?state=x&code=y',
];

/** Returns every row of every table but the one that says when the family's data was exported, once a day. */
function everything(dataDir: string): string {
  const db = new DatabaseSync(join(dataDir, 'framme.db'), { readOnly: true });
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'activity' ORDER BY name")
    .all();
  const rowsOf = (table: unknown) => db.prepare(`SELECT * FROM "${table}"`).all();
  const rows = tables.map(({ name }) => [
    name,
    rowsOf(name)
      .map((row) => JSON.stringify(row))
      .sort(),
  ]);
  db.close();
  return JSON.stringify(rows);
}

// A page of another site can make a browser send these with its cookie (SameSite=Lax), so they must be safe.
test('GET and HEAD of every address change nothing, with any query or header', async () => {
  const { url, dataDir } = await startApp();
  const family = await registerHousehold(url);
  await family.addFriend(await family.addChild('Kim'), 'Ella');
  const before = everything(dataDir);
  const wishes = '?delete=1&email=x@example.org&password=hemligt&lng=en&_method=POST';
  for (const path of [...pageRoutes, ...asked, ...Object.values(EXPORT_PATHS), ...others]) {
    for (const method of ['GET', 'HEAD']) {
      for (const address of [path, path.includes('?') ? path : path + wishes]) {
        const headers = { cookie: family.cookie, 'x-http-method-override': 'POST' };
        await (await fetch(url + address, { method, headers, redirect: 'manual' })).text();
      }
    }
  }
  const live = await fetch(`${url}${LIVE_PATH}?cursor=0`, { headers: { cookie: family.cookie } });
  await live.body?.cancel();
  expect(everything(dataDir)).toBe(before);
  await family.addChild('Olle');
  expect(everything(dataDir)).not.toBe(before);
});
