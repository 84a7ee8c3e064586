import { expect, test } from 'vitest';
import { readMailFrom, readSmtpUrl } from './mail-settings.ts';

const login = { user: 'anna@example.org', password: 'p@ss:word' };

test.each([
  [
    'smtps://anna%40example.org:p%40ss%3Aword@smtp.example.org',
    { host: 'smtp.example.org', port: 465, encryption: 'tls', login },
  ],
  [
    'smtp://smtp.example.org',
    { host: 'smtp.example.org', port: 587, encryption: 'starttls', login: undefined },
  ],
  ['smtp://[2001:db8::1]:25', { host: '2001:db8::1', port: 25, encryption: 'starttls', login: undefined }],
  ['smtp://mail:25?tls=off', { host: 'mail', port: 25, encryption: 'none', login: undefined }],
  ['smtp://localhost:1025', { host: 'localhost', port: 1025, encryption: 'none', login: undefined }],
])('%s is a mail server, encrypted unless it is local or says tls=off', (text, server) => {
  expect(readSmtpUrl(text)).toEqual(server);
});

test.each(['a#b', 'a/b?c', '12/x', '12?tls=off', '#start', 'a\\b:;"', '[#]@/', 'å&=+'])(
  'the password %s may stand as it is',
  (password) => {
    const server = readSmtpUrl(`smtps://anna:${password}@smtp.example.org`);
    expect(server).toMatchObject({ host: 'smtp.example.org', port: 465, login: { user: 'anna', password } });
  },
);

test.each([
  'smtp.example.org',
  'https://smtp.example.org',
  'smtps://',
  'smtps://a b',
  'smtps://smtp.example.org/inbox',
  'smtps://smtp.example.org#x',
  'smtp://smtp.example.org?tls=maybe',
  'smtp://anna:geheim@smtp.example.org?tls=off',
  'smtps://anna:geheim@smtp.example.org?tls=off',
  'smtps://anna:a%0d%0ab@smtp.example.org',
])('%s is no mail server, and the error does not repeat it', (text) => {
  const answer = readSmtpUrl(text);
  expect(answer).toEqual({ problem: expect.stringContaining('smtps://user:password@') });
  expect(JSON.stringify(answer)).not.toContain('geheim');
});

test.each(['ge%heim', 'geheim%', 'geheim%41b', '%zz', '%7a', '%e5'])(
  'the password %s is refused, for its percent sign could begin a code, and is taken once that has one',
  (password) => {
    expect(readSmtpUrl(`smtps://anna:${password}@smtp.example.org`)).toEqual({
      problem: expect.stringContaining('with %25 for each % in the'),
    });
    const coded = password.replaceAll('%', '%25');
    expect(readSmtpUrl(`smtps://anna:${coded}@smtp.example.org`)).toMatchObject({ login: { password } });
  },
);

test('the sender is an address, with or without a name', () => {
  expect(readMailFrom('Framme på Ängen <framme@example.org>', true)).toEqual({
    name: 'Framme på Ängen',
    address: 'framme@example.org',
  });
  expect(readMailFrom('framme@example.org', false)).toEqual({ name: '', address: 'framme@example.org' });
  expect(readMailFrom('', false)).toBeUndefined();
  expect(readMailFrom('x', false)).toEqual({
    problem: 'must be a sender like "Framme <framme@example.org>"',
  });
  const quoted = { name: 'Framme, på Ängen', address: 'framme@example.org' };
  for (const text of ['"Framme, på Ängen" <framme@example.org>', '"Framme, på Ängen <framme@example.org>"'])
    expect(readMailFrom(text, true)).toEqual(quoted);
});

test.each([
  '',
  'Framme',
  'Framme <framme>',
  'a@example.org, b@example.org',
  'A\nBcc: x <a@example.org>',
  'a@b\nBcc: x',
])('%j is no valid sender', (text) => {
  expect(readMailFrom(text, true)).toEqual({ problem: expect.stringContaining('because SMTP_URL is set') });
});
