import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { ScreenReader } from './support/accessibility/screen-reader.ts';
import { test } from './support/framme.ts';
import { filled, person } from './support/parent.ts';
import { passUntil, pauseClock } from './support/paused-clock.ts';
import { typeDate } from './support/type-date.ts';

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv-SE', {
    timeZone: 'Europe/Stockholm',
  });
}

test.setTimeout(240_000);

for (const width of [360, 1280]) {
  test(
    `the main job works with keyboard and screen reader alone, ${width} px wide`,
    { tag: width === 360 ? [] : '@full' },
    async ({ page, server, words, language }, info) => {
      const { missing, common, signIn, people, home, hereNow, history, firstRun } = words;
      await page.setViewportSize({ width, height: 720 });
      const reader = await ScreenReader.at(page);
      const maja = person('Maja', 'Lind');
      const chapter = (title: Record<Language, string>) => reader.chapter(title[language]);
      /** Follows an item of the header, or of the bottom bar on phones. */
      const goTo = async (place: string, heading: string) => {
        await reader.enter('link', place, width < 768 ? 'on' : 'back');
        await reader.arrives('heading', heading);
      };

      await test.step('register', async () => {
        chapter({ sv: 'Skapa konto', en: 'Register' });
        await page.goto(`${server.url}/register`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await reader.enter('link', common.nav.skip);
        for (const [label, text] of [
          [signIn.firstName, maja.firstName],
          [signIn.lastName, maja.lastName],
          [signIn.email, maja.email],
          [signIn.password, maja.password],
          [signIn.confirmPassword, maja.password],
        ] as const) {
          const heard = await reader.to('textbox', label);
          expect(heard.states).toContain('required');
          await reader.type(text);
        }
        await reader.enter('button', signIn.createAccount);
        await reader.arrives('textbox', people.fields.name);
      });

      await test.step('add a child in the first run; the focus moves to the next step, and back to the page', async () => {
        chapter({ sv: 'Översikt', en: 'Dashboard' });
        await reader.type('Noah');
        await reader.to('date', people.fields.birthDate);
        await typeDate(reader, '2019-05-01');
        await reader.to('button', firstRun.next);
        await reader.press('Space');
        await reader.arrives('textbox', people.fields.name);
        await reader.press('Escape');
        await reader.arrives('heading', common.nav.dashboard);
      });

      await test.step('add a friend and a guest; a closed dialog returns the focus', async () => {
        chapter({ sv: 'Lägg till barn', en: 'Add people' });
        await goTo(common.nav.profile, words.common.nav.profile);
        if (width < 960) {
          await reader.enter('link', /^Noah/);
          await reader.arrives('heading', 'Noah');
        }
        await reader.enter('button', people.addFriend);
        await reader.arrives('textbox', people.fields.name);
        await reader.press('Escape');
        await reader.arrives('button', people.addFriend);
        await reader.press('Enter');
        await reader.arrives('textbox', people.fields.name);
        await reader.enter('button', common.add);
        await reader.arrives('textbox', people.fields.name);
        await expect
          .poll(() => reader.listen())
          .toMatchObject({ states: ['invalid', 'required'], description: missing.name });
        await reader.type('Ella');
        await reader.to('textbox', people.fields.parentPhone);
        await reader.type('070-123 45 67');
        await reader.press('Enter');
        await reader.isTold(people.friendAdded);
        await reader.arrives('heading', filled(people.friendsOf, { name: 'Noah' }));
        await reader.enter('button', people.addGuest);
        await reader.arrives('textbox', people.fields.name);
        await reader.type('Omar');
        await reader.to('textbox', people.fields.parentUserId);
        await reader.type('fatima.k');
        await reader.press('Enter');
        await reader.isTold(common.success);
        await reader.arrives('heading', filled(people.guestsOf, { name: 'Noah' }));
      });

      await test.step('check both in by the modal; it announces the result and returns the focus when it closes', async () => {
        chapter({ sv: 'Incheckning', en: 'Check in' });
        await reader.enter('link', common.brand, 'back');
        await reader.arrives('heading', home.title);
        // The modal closes two seconds after a success, which pass as the test lets them.
        await page.clock.install();
        for (const name of ['Ella', 'Omar']) {
          await reader.enter('button', common.checkIn, name === 'Ella' ? 'on' : 'back');
          await reader.arrives('heading', common.checkIn);
          await reader.enter('button', /^Noah/);
          await reader.arrives('heading', filled(words.modal.chooseVisitorIn, { name: 'Noah' }));
          await reader.to('button', new RegExp(`^${name} .*${common.checkedOut}`));
          await pauseClock(page);
          await reader.press('Enter');
          await passUntil(
            page,
            () => page.getByRole('dialog').textContent(),
            expect.stringContaining(common.success),
          );
          await reader.isTold(`${common.success} ${filled(hereNow.checkedIn, { name })}`);
          expect((await reader.listen())?.name).toMatch(new RegExp(`^${name} .*${common.checkedIn}`));
          await page.clock.resume();
          await reader.arrives('button', common.checkIn);
          await reader.isTold(filled(hereNow.checkedIn, { name }));
          await reader.to('button', common.checkOut);
        }
      });

      await test.step('correct Ella’s arrival', async () => {
        chapter({ sv: 'Historik och rättning', en: 'History and correction' });
        await goTo(common.nav.history, common.nav.history);
        await reader.enter('button', new RegExp(`^Ella .*${history.with} Noah`));
        await reader.arrives('heading', 'Ella');
        await reader.enter('button', new RegExp(`${words.visit.correctEnd}$`));
        await reader.arrives('inputtime', words.correction.time);
        await reader.enter('button', words.addVisit.otherDay);
        await reader.to('date', words.correction.date);
        await typeDate(reader, daysAgo(2));
        await reader.enter('button', common.save);
        await reader.isTold(words.correction.done);
        await expect(page.getByText(history.corrected, { exact: false }).first()).toBeVisible();
        // The row that opened the sheet has the correction in its name.
        await expect.poll(async () => (await reader.listen())?.name).toContain(history.corrected);
      });

      await test.step('undo Omar’s check-in', async () => {
        chapter({ sv: 'Ångra', en: 'Undo' });
        await goTo(common.nav.dashboard, common.nav.dashboard);
        await reader.enter('button', filled(people.undoNamed, { name: 'Omar' }));
        await reader.isTold(filled(people.hereCount.one, { count: 1 }));
        await reader.isTold(filled(common.undone, { name: 'Omar' }));
        await reader.arrives('button', filled(people.checkInNamed, { name: 'Omar' }));
      });

      await test.step('check Ella out', async () => {
        chapter({ sv: 'Utcheckning', en: 'Check out' });
        await reader.to('button', filled(people.checkOutNamed, { name: 'Ella' }));
        await reader.press('Space');
        await reader.isTold(`${common.success} ${filled(hereNow.checkedOut, { name: 'Ella' })}`);
        await reader.arrives('button', filled(people.undoNamed, { name: 'Ella' }));
      });

      await test.step('sign out', async () => {
        chapter({ sv: 'Logga ut', en: 'Sign out' });
        if (width < 768) {
          const menu = await reader.to('button', common.nav.openMenu, 'back');
          expect(menu.states).not.toContain('expanded');
          await reader.press('Enter');
          await reader.enter('button', common.nav.signOut);
        } else await reader.enter('button', common.nav.signOut, 'back');
        await reader.arrives('heading', `${home.title} ${home.promise}`);
      });

      expect(reader.violations).toEqual([]);
      expect(await reader.unheard()).not.toContain(common.success);
      const said = reader.log
        .join('\n')
        .replaceAll(/\d\d[:.]\d\d\b/g, '··:··')
        .replaceAll(maja.email, 'maja@example.org');
      await info.attach('what was heard', { body: said, contentType: 'text/plain' });
      const folder = process.env.SCREEN_READER_LOG;
      if (folder && width === 360)
        await writeFile(`${folder}/screen-reader.${language}.txt`, `${said.trim()}\n`);
    },
  );
}
