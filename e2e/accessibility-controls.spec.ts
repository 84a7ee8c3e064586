import { expect, test } from '@playwright/test';
import { violationsOn } from './support/accessibility/axe.ts';
import { sameNames } from './support/accessibility/button-names.ts';
import { danglingDots } from './support/accessibility/dangling-dots.ts';
import { violationsByTab } from './support/accessibility/focus-checks.ts';
import { sniffedErrors } from './support/accessibility/html-codesniffer.ts';
import { faultsOfLayout } from './support/accessibility/large-text.ts';
import {
  borderlessControls,
  clippedTexts,
  faintControls,
  overflowingLabels,
  pills,
  runningAnimations,
  sidewaysScroll,
} from './support/accessibility/style-checks.ts';

test('the accessibility checks find planted faults', async ({ page }) => {
  await test.step('axe, widths and small targets', async () => {
    await page.setContent(`<main><h1>Planted</h1><button style="width: 20px">go</button>
      <p style="color: #bbb; background: #fff; width: 500px">too pale, too wide</p></main>`);
    const faults = (await violationsOn(page)).join('\n');
    expect(faults).toContain('color-contrast');
    expect(faults).toContain('scrolls sideways by');
    expect(faults).toContain('is 20 x');
    await page.setContent(`<style>button { border: 0 }</style><button style="background: #eee">faint</button>
      <button style="border: 1px solid #888; background: #fff">edge</button><button style="background: none">word</button>`);
    expect(await page.evaluate(faintControls)).toEqual([expect.stringContaining('faint')]);
  });

  await test.step('HTML_CodeSniffer', async () => {
    await page.setContent(`<html lang="en"><head><title>Planted</title></head><body><h1>Planted</h1>
      <img src="x.png"><p style="color: #bbb; background: #fff">too pale</p></body></html>`);
    const errors = (await sniffedErrors(page)).join('\n');
    expect(errors).toContain('H37');
    expect(errors).toContain('G18');
  });

  await test.step('buttons of one name, in the page or in the open dialog', async () => {
    await page.setContent('<button>Undo</button><button aria-label="Undo">x</button><button>Other</button>');
    expect(await page.evaluate(sameNames)).toEqual(['Undo']);
    await page.setContent('<button>Undo</button><dialog><button>Undo</button><button>Go</button></dialog>');
    await page.evaluate(() => document.querySelector('dialog')?.showModal());
    expect(await page.evaluate(sameNames)).toEqual([]);
    await page.evaluate(() =>
      document.querySelector('dialog')?.insertAdjacentHTML('beforeend', '<button>Go</button>'),
    );
    expect(await page.evaluate(sameNames)).toEqual(['Go']);
  });

  await test.step('dots that begin or end a line', async () => {
    const line = (between: string) => page.setContent(`<p style="width: 0">Alva${between}35</p>`);
    for (const between of [' · ', '\u00a0· ', ' ·\u00a0']) {
      await line(between);
      expect(await page.evaluate(danglingDots)).toEqual(['Alva·35']);
    }
    await line('\u00a0·\u00a0');
    expect(await page.evaluate(danglingDots)).toEqual([]);
  });

  await test.step('settings of the device', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.setContent(`<style>
        @keyframes turn { from { pointer-events: none } to { rotate: 1turn; pointer-events: none } }
        .turning { animation: turn 1s infinite }
        .bar { position: fixed; inset: auto 0 0; height: 120px; background: #fff }
        .bare:focus { outline: none }
        .cut { height: 1em; overflow: hidden; width: 40px }
        .small { width: 30px; height: 20px; padding: 0; border: 1px solid }
      </style>
      <main style="width: 400px"><button class="bare">no mark</button><p class="turning">turns</p>
      <p class="cut">cut off in the middle of it all</p>
      <div style="height: 190px"></div><button class="small">far too long</button>
      <button style="border: 0">no edge</button><span class="_pill_x"></span></main><div class="bar"></div>`);
    expect(await page.evaluate(sidewaysScroll)).toHaveLength(1);
    const byTab = (await violationsByTab(page)).join('\n');
    expect(byTab).toContain('shows no focus');
    expect(byTab).toContain('is covered');
    expect(await page.evaluate(runningAnimations)).toEqual([expect.stringContaining('moves for 1000 ms')]);
    expect(await page.evaluate(clippedTexts)).toEqual([expect.stringContaining('cut off')]);
    expect((await page.evaluate(overflowingLabels)).join()).toContain('far too long');
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.evaluate(borderlessControls)).toEqual([expect.stringContaining('no edge')]);
    expect(await page.evaluate(pills)).toEqual([{ words: '', hasIcon: false, hasEdge: false }]);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await test.step('the layout of large text', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.setContent(`<style>.cut { height: 1em; width: 60px; overflow: hidden }
      .bar { position: fixed; top: 0; left: 0; display: flex } .bar button { flex: none; width: 300px }</style>
      <div id="root"><div class="bar"><button>one</button><button>two beside the screen</button></div>
      <p class="cut">cut off in the middle</p>
      <p style="width: 1em; overflow-wrap: anywhere">3 squeezed here</p>
      <div style="position: relative; height: 60px"><button style="position: absolute; width: 90px">first</button>
      <button style="position: absolute; left: 40px; width: 90px">second</button></div></div>
      <dialog style="max-height: 90px; padding: 0"><h2>Small</h2>
      <div role="status" style="position: absolute; top: 0"><p>Done</p></div><div style="height: 60px; overflow-y: auto">
      <p>much</p><p>to</p><p>read</p><button>and press</button></div></dialog>`);
    const faults = (await faultsOfLayout(page)).join('\n');
    expect(faults).toContain('leaves the screen');
    expect(faults).toContain('cuts its text off');
    expect(faults).toMatch(/one letter a line .*squeezed/);
    expect(faults).toMatch(/overlap: .*first.* and .*second/);
    await page.evaluate(() => document.querySelector('dialog')?.showModal());
    const ofDialog = (await faultsOfLayout(page)).join('\n');
    expect(ofDialog).toContain('px to read in');
    expect(ofDialog).toContain('an outcome lies over: <h2>Small');
  });
});
