import { expect, type Locator } from '@playwright/test';

/** Presses a control once it rests: a click is lost if the page scrolls, grows or shrinks between its two halves. */
export async function pressStill(control: Locator): Promise<void> {
  await untilStill(control);
  await control.click();
}

/** A row of the board takes no press for 800 ms where another one was, nor does a toast that has appeared, in ms. */
const SETTLES = 900;

/** Waits until a row of the board or a toast that may have moved just now takes taps. */
export async function untilSettled(button: Locator): Promise<void> {
  await button.waitFor();
  await button.page().waitForTimeout(SETTLES);
}

/** Presses a row until its dialog is there: a row of the board that moved just now takes no press. */
export async function untilOpen(row: Locator, dialog: Locator): Promise<void> {
  await expect(async () => {
    if (!(await dialog.isVisible())) await row.click({ timeout: SETTLES });
    await dialog.waitFor({ timeout: SETTLES });
  }).toPass();
}

/** Waits until a control has stayed in its place for ten frames. */
export async function untilStill(control: Locator): Promise<void> {
  let isStill = false;
  while (!isStill) isStill = await control.evaluate(stays);
}

/** Runs in the page. Resolves after ten frames in one place; to false if the element has left the page. */
function stays(control: Element): Promise<boolean> {
  return new Promise((resolve) => {
    let [place, frames] = ['', 0];
    const look = () => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const now = [left, top, width, height].join(' ');
      frames = now === place ? frames + 1 : 0;
      place = now;
      if (frames > 10 || !control.isConnected) resolve(control.isConnected);
      else requestAnimationFrame(look);
    };
    look();
  });
}
