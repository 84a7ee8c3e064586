import { expect, test } from 'vitest';
import { authorizationResultIn } from './provider-authorization.ts';

test('unknown outcomes and providers in the address are ignored', () => {
  expect(authorizationResultIn('?provider=google&outcome=cancelled')).toEqual({
    outcome: 'cancelled',
    provider: 'google',
  });
  expect(authorizationResultIn('?outcome=expired')).toEqual({ outcome: 'expired', provider: undefined });
  expect(authorizationResultIn('?provider=evil&outcome=expired')).toEqual({
    outcome: 'expired',
    provider: undefined,
  });
  for (const query of ['', '?provider=google', '?outcome=Call+this+number', '?outcome=toString'])
    expect(authorizationResultIn(query)).toBeUndefined();
});
