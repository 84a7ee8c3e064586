import { createContext, Suspense } from 'react';
import { expect, test } from 'vitest';
import type { Content, Elements } from './jsx.ts';

const Words = createContext('');

function Holds({ children }: { children: Content }) {
  return <p>{children}</p>;
}

function Bare({ text }: { text: string }) {
  return text;
}

/** The compiler fails if it takes one of these. */
const refused = (text: string, count: number): Elements[] => [
  // @ts-expect-error beside a text
  <p key="1">a {text}</p>,
  // @ts-expect-error beside an element
  <p key="2">{<b>b</b>} text</p>,
  // @ts-expect-error a number beside an element
  <p key="3">{[count && <b>b</b>, <i key="i">i</i>]}</p>,
  // @ts-expect-error in a list
  <p key="4">{[text]}</p>,
  // @ts-expect-error in a fragment
  <>
    {text}
    <b>b</b>
  </>,
  // @ts-expect-error in a component of React
  <Suspense key="5">{text}</Suspense>,
  // @ts-expect-error in a context
  <Words key="6" value="">
    text
  </Words>,
  // @ts-expect-error two texts in a component of ours
  <Holds key="7">a {text}</Holds>,
  // @ts-expect-error a component that is a text
  <Bare key="8" text={text} />,
];

const accepted = (text: string, count: number): Elements[] => [
  <p key="1">{text}</p>,
  <p key="2">{count}</p>,
  <p key="3">{text ? 'text' : <b>b</b>}</p>,
  <p key="4">
    {text && <b>b</b>}
    {count > 0 && <span>{count}</span>}
  </p>,
  <Holds key="5">{text}</Holds>,
];

test('the compiler refuses a text beside others, and takes one alone', () => {
  expect(refused('a', 1)).toHaveLength(9);
  expect(accepted('a', 1)).toHaveLength(5);
});
