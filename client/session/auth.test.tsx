import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FrammeData } from '#client/data/port.ts';
import { AuthProvider, useAuth } from './auth.tsx';

function Screen() {
  useAuth();
  return <p>ready</p>;
}

test('the auth context cannot be used outside its provider', () => {
  expect(() => renderToStaticMarkup(<Screen />)).toThrow('useAuth must be used within an AuthProvider');
});

test('nothing is rendered before the first authentication state', () => {
  const data = {
    ready: new Promise<void>(() => undefined),
    sessionChecked: new Promise<void>(() => undefined),
    household: () => undefined,
    subscribe: () => () => undefined,
  } as unknown as FrammeData;
  const markup = renderToStaticMarkup(
    <AuthProvider data={data}>
      <Screen />
    </AuthProvider>,
  );
  expect(markup).toBe('');
});
