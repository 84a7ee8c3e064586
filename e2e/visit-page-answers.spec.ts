import { expect, type Page } from '@playwright/test';
import { loadTexts } from '#client/link-page/translations/texts.ts';
import type { Language } from '#domain/language.ts';
import { gate } from '#tests/support/gate.ts';
import { at, end, shown } from '#tests/support/people/shared-visits.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { allowConsole, test as base } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { type FakeLink, lookAgain, openVisit, SECRET } from './support/visit-page.ts';

/** The words of the page, as said of Ella at 16:10. */
async function wordsIn(language: Language) {
  const { answers } = await loadTexts(language);
  return {
    ...answers,
    way: answers['on-my-way'],
    gave: filled(answers.said, { answer: answers['on-my-way'] }),
    stay: filled(answers.stay, { name: 'Ella', time: '18:00' }),
    sent: filled(answers.sent, { time: '16:10' }),
  };
}

const test = base.extend<{ says: Awaited<ReturnType<typeof wordsIn>> }>({
  says: async ({ language }, use) => use(await wordsIn(language)),
});

test.use({ viewport: { width: 360, height: 640 } });
// The browser names each reply that is an error.
test.beforeEach(() => allowConsole(/Failed to load resource/));

const onMyWay = shown({ answer: { code: 'on-my-way', at: at('15:10') } });

test('an answer is sent once and stands; a time to stay is a large button', async ({
  page,
  server,
  says,
}) => {
  const link = await openVisit(page, server.url);

  await test.step('no time ever breaks', async () => {
    const times = page.getByRole('group').getByRole('button');
    await expect(times).toHaveCount(4);
    for (const button of await page.getByRole('main').getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(64);
    for (const width of [390, 1280, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const places = await times.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
      expect([width, new Set(places).size]).toEqual([width, 2]);
      const lines = await times.evaluateAll((all) =>
        all.map((one) => one.lastElementChild?.getClientRects().length),
      );
      expect(lines).toEqual([1, 1, 1, 1]);
    }
  });

  await test.step('a second press sends nothing', async () => {
    const { passed, open } = gate();
    await page.route('**/api/visit-link/answer', async (route) => {
      await passed;
      await route.fallback();
    });
    link.answer = () => onMyWay;
    const button = page.getByRole('button', { name: says.way });
    await button.dblclick();
    await button.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(button).toBeFocused();
    open();
    await expect(page.getByRole('main').getByText(says.gave)).toBeVisible();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(button).toBeFocused();
    expect(link.asked('answer')).toEqual([{ link: SECRET, answer: { code: 'on-my-way' } }]);
    await expect(page.locator('#announce-polite')).toHaveText(`${says.gave} ${says.sent}`);
  });

  await page.getByRole('button', { name: says.stay }).click();
  await expect
    .poll(() => link.asked('answer').slice(1))
    .toEqual([{ link: SECRET, answer: { code: 'stay', until: at('17:00') } }]);
});

test('what was sent is taken back within ten seconds, and nothing moves', async ({ page, server, says }) => {
  await page.clock.install();
  const link = await openVisit(page, server.url);
  const main = page.getByRole('main');
  const button = page.getByRole('button', { name: says.way });
  const undo = page.getByRole('button', { name: says.undo });
  const before = await button.boundingBox();
  link.answer = () => onMyWay;
  await button.click();
  await expect(undo).toBeInViewport({ ratio: 1 });
  await expect(main).toContainText(says.sent);
  expect(await button.boundingBox()).toEqual(before);
  expect(await violationsOn(page)).toEqual([]);
  link.answer = () => shown();
  await undo.click();
  await expect(main).toContainText(says.takenBack);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(await button.boundingBox()).toEqual(before);
  await expect(main.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.locator('#announce-polite')).toHaveText(says.takenBack);
  expect(link.asked('answer').at(-1)).toEqual({ link: SECRET, answer: { takesBack: at('15:10') } });
  link.answer = () => onMyWay;
  await button.click();
  await expect(undo).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(undo).toBeHidden();
  await expect(main).toContainText(says.sent);
});

test('an answer that is not taken back says that it stands; one before it, or of another reader, comes back with words', {
  tag: '@full',
}, async ({ page, server, says }) => {
  await page.clock.install();
  const asked = { code: 'stay' as const, until: at('17:00'), at: at('15:09') };
  const link = await openVisit(page, server.url, shown({ answer: asked }));
  const main = page.getByRole('main');
  const alert = main.getByRole('alert');
  const undo = page.getByRole('button', { name: says.undo });
  link.answer = () => onMyWay;
  await page.getByRole('button', { name: says.way }).click();
  link.answer = () => 'offline';
  await undo.click();
  await expect(alert.getByText(says.notTakenBack, { exact: true })).toBeVisible();
  await expect(main).toContainText(says.gave);
  await expect(undo).toBeFocused();
  expect(await violationsOn(page)).toEqual([]);
  link.answer = () => shown({ answer: asked });
  await alert.getByRole('button', { name: says.retry }).click();
  await expect(alert).toBeHidden();
  const stands = filled(says.asked, { answer: says.stay });
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(stands);
  await expect(page.locator('#announce-polite')).toContainText(`${says.takenBack} ${stands}`);

  await test.step('replaced meanwhile by another reader', async () => {
    link.answer = () => onMyWay;
    await page.getByRole('button', { name: says.way }).click();
    link.answer = () => 'refused';
    link.reply = shown({ answer: { code: 'thanks', at: at('15:11') } });
    await undo.click();
    await expect(page.getByRole('button', { name: says.thanks })).toHaveAttribute('aria-pressed', 'true');
    await expect(undo).toBeHidden();
    await expect(alert).toBeHidden();
  });
});

test('an answer that comes too soon is given a little later; one that fails says so and is sent again at a press', {
  tag: '@full',
}, async ({ page, server, says }) => {
  await page.clock.install();
  const link = await openVisit(page, server.url, 'busy');
  await expect.poll(() => link.asked('look').length).toBeGreaterThan(0);
  link.reply = shown();
  const main = page.getByRole('main');
  const press = page.getByRole('button', { name: says.way });
  const alert = main.getByRole('alert');
  // A first look that is one too many is soon made again.
  await passUntilAsked(page, link, 'look');
  await expect(press).toBeVisible();

  await test.step('too soon after another', async () => {
    link.answer = () => 'busy';
    await press.click();
    await expect.poll(() => link.asked('answer')).toHaveLength(1);
    await expect(press).toHaveAttribute('aria-busy', 'true');
    link.answer = () => onMyWay;
    await passUntilAsked(page, link, 'answer');
    await expect(press).toHaveAttribute('aria-pressed', 'true');
    await expect(alert).toBeHidden();
  });

  await test.step('without a network, and then once too often', async () => {
    const thanks = page.getByRole('button', { name: says.thanks });
    link.answer = () => 'offline';
    await thanks.click();
    await expect(alert).toContainText(says.failed);
    expect(await violationsOn(page)).toEqual([]);
    link.answer = () => 'busy';
    await alert.getByRole('button', { name: says.retry }).click();
    await passUntilAsked(page, link, 'answer');
    await expect(alert).toContainText(says.tooMany);
    link.answer = () => shown({ answer: { code: 'thanks', at: at('15:11') } });
    await alert.getByRole('button', { name: says.retry }).click();
    await expect(alert).toBeHidden();
    await expect(thanks).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('a failure comes into view, and is over once its answer can no longer be given', async () => {
    link.answer = () => 'busy';
    await page.getByRole('button', { name: says.stay }).click();
    await passUntilAsked(page, link, 'answer');
    await expect(alert.getByRole('button', { name: says.retry })).toBeInViewport({ ratio: 1 });
    link.reply = shown({ open: false, left: end('15:09') });
    await lookAgain(page);
    await expect(main.getByRole('button')).toHaveText([says.thanks]);
    await expect(alert).toBeHidden();
  });

  await test.step('a link that ended meanwhile shows nothing more', async () => {
    link.answer = () => 'dead';
    await main.getByRole('button').click();
    await expect(main).not.toContainText('Ella');
  });
});

/** Lets the pause after the last request of a call pass, until the next one was sent. */
async function passUntilAsked(page: Page, link: FakeLink, call: 'look' | 'answer'): Promise<void> {
  const before = link.asked(call).length;
  // The pause begins with the reply, a moment after the request.
  await expect
    .poll(async () => {
      await page.clock.fastForward(1000);
      return link.asked(call).length;
    })
    .toBeGreaterThan(before);
}
