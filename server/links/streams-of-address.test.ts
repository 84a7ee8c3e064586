import { expect, test } from 'vitest';
import { giveLink, linkedVisit } from '#tests/support/people/linked-visit.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { listenToVisit } from '#tests/support/server/live-stream.ts';

/** Makes a family's five links to a visit, each of which has four streams. */
async function fiveLinks(url: string): Promise<string[]> {
  const { phone, ref, visit, link } = await linkedVisit(url);
  const links = [link];
  while (links.length < 5) links.push(await giveLink(phone, ref, visit));
  return links;
}

test('an address has a hundred streams, an IPv6 network together, and room again as one of them ends', async () => {
  const { url } = await startApp({ env: { TRUST_PROXY: '1' } });
  const links = (await Promise.all([1, 2, 3, 4, 5].map(() => fiveLinks(url)))).flat();
  const [other = ''] = await fiveLinks(url);
  const listen = (link: string, address: string) => listenToVisit(url, link, { 'x-forwarded-for': address });
  const streams = await Promise.all(
    Array.from({ length: 100 }, (_, i) => listen(links[i % 25] ?? '', `2001:db8:1:2::${i + 1}`)),
  );
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await listen(other, '2001:db8:1:2:ffff::1');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  expect((await listen(other, '2001:db8:1:3::1')).status).toBe(200);
  expect((await listen(other, '203.0.113.7')).status).toBe(200);
  streams[0]?.close();
  await until(async () => (await listen(other, '2001:db8:1:2::1')).status === 200);
});
