import { expect, test } from 'vitest';
import { shareLinks } from './footer.tsx';

test('a shared address is encoded as one query value', () => {
  for (const { href } of shareLinks('https://framme.example/a?b=c&d=e#f')) {
    const values = [...new URL(href).searchParams.values()];
    expect(values).toEqual(['https://framme.example/a?b=c&d=e#f']);
  }
});
