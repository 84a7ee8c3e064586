import { expect, test } from 'vitest';
import { child, friend } from '#tests/support/people/child-view.ts';
import { NewAnswers } from './due-toasts.tsx';

const answered = (at: string | undefined) => [
  child('Noah', [
    friend('Ella', {
      openVisit: {
        ...{ visit: 'visit-of-ella', arrived: undefined },
        ...(at === undefined ? {} : { answer: { code: 'thanks' as const, at } }),
      },
    }),
    friend('Vera'),
  ]),
];

test('each new answer is told once, and none that stood at first', () => {
  const answers = new NewAnswers();
  const told = (at: string | undefined) => answers.in(answered(at)).map(({ answer }) => answer.at);
  expect(told('15:00')).toEqual([]);
  expect(told('15:00')).toEqual([]);
  expect(told('15:10')).toEqual(['15:10']);
  expect(told('15:10')).toEqual([]);
  // A page of changes without the answer, as after a restored backup, makes it no new one.
  expect(told(undefined)).toEqual([]);
  expect(told('15:10')).toEqual([]);
});

test('the first answer after the page opened is new', () => {
  const answers = new NewAnswers();
  expect(answers.in(answered(undefined))).toEqual([]);
  expect(answers.in(answered('15:10'))).toMatchObject([{ visitor: { name: 'Ella' } }]);
});
