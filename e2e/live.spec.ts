import { expect } from '@playwright/test';
import { registerHousehold } from '#tests/support/people/household.ts';
import { controls, openBoard } from './support/board.ts';
import { allowConsole, test } from './support/framme.ts';
import { SERVER_GONE } from './support/offline.ts';

/** News from the other phone come at once, but for those that a press delays, in ms. */
const NEWS = { timeout: 15_000 };

test.use({ reducedMotion: 'no-preference' });

test('a tap on one phone shows on the family’s other phone without a reload, also after a restart', async ({
  parent,
  another,
  ownServer: server,
}) => {
  const { page, words, language } = parent;
  // The stream of a restarting server breaks, as does a part that is loaded in that moment; the phone tries both again.
  allowConsole(SERVER_GONE);
  allowConsole(/LoadFailed/);
  const home = await registerHousehold(server.url, 'Lind');
  await home.run('updateProfile', { language });
  await home.addFriend(await home.addChild('Noah'), 'Ella');
  const phones = [page, (await another()).page];
  const listening = () =>
    phones.map((phone) =>
      phone.waitForResponse((response) => response.url().includes('/api/live?cursor=') && response.ok()),
    );
  const [first, second] = [controls(page, words), controls(phones[1] ?? page, words)];
  const listens = listening();
  for (const phone of phones) await openBoard(phone, home, server.url);
  await Promise.all(listens);
  await first.checkIn('Ella').click();
  await expect(second.checkOut('Ella')).toBeVisible(NEWS);
  await second.checkOut('Ella').click();
  await expect(first.checkIn('Ella')).toBeVisible(NEWS);

  await test.step('both phones reconnect after a restart of the server', async () => {
    const again = listening();
    await server.restart();
    await Promise.all(again);
    await first.checkIn('Ella').click();
    await expect(second.checkOut('Ella')).toBeVisible(NEWS);
  });
});
