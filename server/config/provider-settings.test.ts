import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const oidc = {
  OIDC_ISSUER: 'https://login.example.org/realms/home/',
  OIDC_CLIENT_ID: 'framme',
  OIDC_CLIENT_SECRET: 'oidc-geheim',
};

const providersOf = (env: Record<string, string>) => {
  const config = readConfig(env);
  return Array.isArray(config) ? config : config.providers;
};

test('each provider is configured by its own settings, in the order of the buttons', () => {
  expect(
    providersOf({
      ...oidc,
      LINKEDIN_CLIENT_ID: 'l',
      LINKEDIN_CLIENT_SECRET: 'ls',
      GOOGLE_CLIENT_ID: 'g',
      GOOGLE_CLIENT_SECRET: 'gs',
      FACEBOOK_CLIENT_ID: 'f',
      FACEBOOK_CLIENT_SECRET: 'fs',
    }),
  ).toEqual(
    [
      ['google', 'Google', 'g', 'gs', 'https://accounts.google.com'],
      ['facebook', 'Facebook', 'f', 'fs', 'https://www.facebook.com'],
      ['linkedin', 'LinkedIn', 'l', 'ls', 'https://www.linkedin.com/oauth'],
      ['oidc', 'login.example.org', 'framme', 'oidc-geheim', oidc.OIDC_ISSUER],
    ].map(([id, name, clientId, clientSecret, issuer]) => ({ id, name, clientId, clientSecret, issuer })),
  );
});

test('the host names its own provider', () => {
  expect(providersOf({ ...oidc, OIDC_NAME: 'Skolans konto' })).toMatchObject([{ name: 'Skolans konto' }]);
});

test('incomplete or malformed settings are listed at once, without repeating a secret', () => {
  const problems = providersOf({
    GOOGLE_CLIENT_SECRET: 'geheim',
    FACEBOOK_CLIENT_ID: '1234',
    LINKEDIN_CLIENT_ID: 'l',
    LINKEDIN_CLIENT_SECRET: 'geheimé',
    OIDC_ISSUER: 'http://login.example.org',
    OIDC_CLIENT_SECRET: 'geheim',
    OIDC_NAME: 'x'.repeat(81),
  });
  expect(problems).toEqual([
    expect.stringMatching(/^GOOGLE_CLIENT_ID: must be set too, because GOOGLE_CLIENT_SECRET is set/),
    expect.stringMatching(/^FACEBOOK_CLIENT_SECRET: must be set too, because FACEBOOK_CLIENT_ID is set/),
    expect.stringMatching(/^LINKEDIN_CLIENT_SECRET: must contain only ASCII/),
    expect.stringMatching(
      /^OIDC_CLIENT_ID: must be set too, because OIDC_ISSUER and OIDC_CLIENT_SECRET are set/,
    ),
    expect.stringMatching(/^OIDC_ISSUER: must be an https address/),
    expect.stringMatching(/^OIDC_NAME: must be a name of at most 80/),
  ]);
  expect(JSON.stringify(problems)).not.toContain('geheim');
});

test.each([
  'login.example.org',
  'http://login.example.org',
  'https://anna:geheim@login.example.org',
  'https://login.example.org/.well-known/openid-configuration',
  'https://login.example.org/?realm=home',
  'javascript:alert(1)',
])('the issuer %s is refused', (issuer) => {
  expect(providersOf({ ...oidc, OIDC_ISSUER: issuer })).toEqual([expect.stringMatching(/^OIDC_ISSUER: /)]);
});

test.each(['http://localhost:4000', 'http://127.0.0.1:4000/realms/home', 'https://login.example.org'])(
  'the issuer %s is accepted unchanged',
  (issuer) => {
    expect(providersOf({ ...oidc, OIDC_ISSUER: issuer })).toMatchObject([{ id: 'oidc', issuer }]);
  },
);
