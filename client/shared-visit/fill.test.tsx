import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Fill, plain } from './visit-lines.tsx';

const filled = { text: '{{name}} är hos {{child}}.', values: { name: '<b>{{child}}', child: 'نوح' } };

test('a name is text with a direction of its own, and fills nothing in', () => {
  expect(renderToStaticMarkup(<Fill {...filled} />)).toBe(
    '<bdi>&lt;b&gt;{{child}}</bdi><span> är hos </span><bdi>نوح</bdi><span>.</span>',
  );
  expect(plain(filled)).toBe('<b>{{child}} är hos نوح.');
});
