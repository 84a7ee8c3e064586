import { expect, test } from 'vitest';
import { isReplaced, joined, type ToastContent } from './toast-content.ts';

const said = (content: Partial<ToastContent>): ToastContent => ({ text: 'Lyckades!', ...content });

test.each([
  ['the same subject', said({ about: 'ella' }), said({ about: 'ella' }), true],
  ['another subject', said({ about: 'ella' }), said({ about: 'bo' }), false],
  ['no subject', said({}), said({}), false],
  ['a refusal of its command', said({ op: 'one' }), said({ withdraws: ['one', 'two'] }), true],
  ['a refusal of another command', said({ op: 'one' }), said({ withdraws: ['two'] }), false],
  ['a refusal, without a known command', said({}), said({ withdraws: ['two'] }), true],
  ['a locked page', said({ about: 'ella', op: 'one' }), said({ withdraws: 'all' }), true],
] as const)('a toast is replaced by one with %s', (_what, old, by, isGone) => {
  expect(isReplaced(old, by)).toBe(isGone);
});

test('a refusal of one of several keeps the undo of the others', () => {
  const onUndo = () => undefined;
  const text = (count: number) => `${count} have gone home.`;
  const shown = [said({ onUndo, several: { ops: ['one', 'two', 'three'], text } })];
  const refusal = said({ text: '1 was not saved.', withdraws: ['two'] });
  const first = joined(refusal, shown);
  expect(first).toMatchObject({ text: '1 was not saved. 2 have gone home.', onUndo });
  expect(joined(said({ withdraws: ['one'] }), [first]).several?.ops).toEqual(['three']);
  expect(joined(said({ withdraws: ['one', 'three'] }), [first]).onUndo).toBeUndefined();
  expect(joined(said({}), shown).onUndo).toBeUndefined();
});
