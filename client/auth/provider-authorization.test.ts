import { expect, test } from 'vitest';
import { returnToInQuery } from '#client/session/return-to.ts';
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

test('a return address outside this app is ignored', () => {
  expect(returnToInQuery('?from=%2Fhistory%3Fchild%3Da&open=out&email=a%40b.c')).toEqual({
    from: '/history?child=a',
    open: 'out',
  });
  for (const from of ['//evil.example', '/\\evil.example', '/%09/evil.example', 'javascript:alert(1)'])
    expect(returnToInQuery(`?from=${from}`)).toEqual({});
});
