import { expect, test } from 'vitest';
import { isReplaced, type ToastContent } from './toast-content.ts';

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
