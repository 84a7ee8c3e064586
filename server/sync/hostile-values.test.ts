import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';

const app = shareApp();

/** Values that would end a string literal in a concatenated SQL statement. */
const VALUES = [
  "'; DROP TABLE documents; --",
  "'); DELETE FROM accounts; --",
  "' OR 1=1 --",
  '" OR ""="',
  "x' UNION SELECT password_hash FROM accounts --",
  "\\'; SELECT pg_sleep(10); --",
  '$1 ?1 :name @name %s',
];

test('values that look like SQL are stored as names, without any other effect', async () => {
  const { url } = app();
  const other = await registerHousehold(url, 'Nguyen');
  await other.addFriend(await other.addChild());
  const before = await other.documents();
  for (const value of VALUES) {
    const family = await registerHousehold(url);
    const child = await family.addChild(value);
    await family.run('checkIn', await family.addFriend(child, value));
    await family.run('checkIn', await family.addGuest(child, value, value));
    await family.run('updateProfile', { firstName: value, lastName: value });
    const documents = await family.documents();
    expect(documents.get(profilePath(family.account.uid))).toMatchObject({ firstName: value });
    expect([...documents.values()].filter((one) => 'name' in one && one.name === value)).toHaveLength(3);
    for (const login of [
      { email: value, password: PASSWORD },
      { email: family.account.email, password: value },
    ])
      expect((await postJson(url, '/api/log-in', login)).status).toBeGreaterThanOrEqual(400);
  }
  expect(await other.documents()).toEqual(before);
});

test('a valid address (RFC 5322) that looks like SQL matches no account until it is registered', async () => {
  const { url } = app();
  for (const email of ["'or'1'--@example.org", "x'or'1'='1'/*@example.org", "'or'1'!='@example.org"]) {
    const logIn = (password: string) => postJson(url, '/api/log-in', { email, password });
    expect(codeOf(await logIn(PASSWORD))).toBe('invalid-credentials');
    const names = { firstName: 'Ronja', lastName: "O'Hara" };
    const registered = await postJson(url, '/api/register', { ...names, email, password: `${PASSWORD}2` });
    expect(registered.body).toMatchObject({ account: { email } });
    expect(codeOf(await logIn(PASSWORD))).toBe('invalid-credentials');
    expect((await logIn(`${PASSWORD}2`)).body).toMatchObject(registered.body as object);
  }
});
