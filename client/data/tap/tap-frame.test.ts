import { expect, test } from 'vitest';
import { annasFamily, quiet, row } from '#tests/support/phone/family.ts';

/** Delays the frames until `draw` is called. */
function heldFrames() {
  const waiting: (() => void)[] = [];
  return {
    afterFrame: (work: () => void) => void waiting.push(work),
    draw: () => {
      for (const work of waiting.splice(0)) work();
    },
  };
}

const journaled = (stored: ReadonlyMap<string, string>) =>
  [...stored.keys()].filter((key) => key.startsWith('framme.journal.'));

// docs/sync.md: PH1
test('a tap is shown and journaled before the next frame, and stored in IndexedDB after it', async () => {
  const { phone, tab, ella } = await annasFamily();
  const frames = heldFrames();
  phone.afterFrame = frames.afterFrame;
  let isStored = false;
  const stored = tab.home.run('checkIn', ella).then(() => {
    isStored = true;
  });
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'storing' });
  expect(tab.home.visitor(ella)).toBe(row(tab.home.view(), ella));
  expect(journaled(phone.stored)).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isStored).toBe(false);
  frames.draw();
  await stored;
  expect(journaled(phone.stored)).toEqual([]);
});

test('a tab killed before the next frame loses no tap', async () => {
  const { phone, tab, ella } = await annasFamily();
  phone.afterFrame = heldFrames().afterFrame;
  void tab.home.run('checkIn', ella);
  const again = tab.reload();
  await quiet(again);
  expect(row(again.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
});

test('a household closed before the next frame stores its tap first', async () => {
  const { phone, tab, ella, server } = await annasFamily();
  phone.afterFrame = heldFrames().afterFrame;
  const stored = tab.home.run('checkIn', ella);
  server.beforeReply = () => new Promise(() => {});
  phone.stored.delete('framme.account');
  tab.wake();
  await stored;
  expect(journaled(phone.stored)).toEqual([]);
  expect(tab.data.household()).toBeUndefined();
});
