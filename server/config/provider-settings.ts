import { PROVIDER_NAMES, type ProviderId } from '#domain/protocol/providers.ts';
import { isLoopback } from './network-settings.ts';
import type { Given, SettingName } from './settings.ts';
import { readHostName } from './site-settings.ts';

export interface ProviderSettings {
  id: ProviderId;
  name: string;
  clientId: string;
  clientSecret: string;
  /** The issuer identifier; for OpenID Connect its URL. */
  issuer: string;
}

const ISSUERS = {
  google: 'https://accounts.google.com',
  facebook: 'https://www.facebook.com',
  linkedin: 'https://www.linkedin.com/oauth',
} as const;

/** Problems repeat no value. */
export function readProviders(given: Given): { providers: ProviderSettings[]; problems: string[] } {
  const problems: string[] = [];
  const found = [
    readKnown('google', ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], given, problems),
    readKnown('facebook', ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'], given, problems),
    readKnown('linkedin', ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'], given, problems),
    readOpenIdConnect(given, problems),
  ];
  return { providers: found.filter((one) => one !== undefined), problems };
}

function readKnown(
  id: keyof typeof PROVIDER_NAMES,
  keys: readonly [SettingName, SettingName],
  given: Given,
  problems: string[],
): ProviderSettings | undefined {
  if (!areComplete(keys, given, problems)) return undefined;
  const [clientId, clientSecret] = [given(keys[0]), given(keys[1])];
  return { id, name: PROVIDER_NAMES[id], clientId, clientSecret, issuer: ISSUERS[id] };
}

const OIDC_KEYS = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

function readOpenIdConnect(given: Given, problems: string[]): ProviderSettings | undefined {
  const isComplete = areComplete(OIDC_KEYS, given, problems);
  const issuer = readIssuer(given('OIDC_ISSUER'));
  if (given('OIDC_ISSUER') !== '' && issuer === undefined) {
    problems.push(
      'OIDC_ISSUER: must be an https address like https://login.example.org/realms/home, exactly as in the ' +
        "provider's discovery document, without /.well-known; plain http is allowed only for this machine",
    );
  }
  const name = readHostName(given('OIDC_NAME'));
  if (typeof name === 'object') problems.push(`OIDC_NAME: ${name.problem}`);
  if (!isComplete || issuer === undefined || typeof name === 'object') return undefined;
  const [clientId, clientSecret] = [given('OIDC_CLIENT_ID'), given('OIDC_CLIENT_SECRET')];
  return { id: 'oidc', name: name ?? new URL(issuer).hostname, clientId, clientSecret, issuer };
}

/** All keys or none; problems repeat no value. */
function areComplete(keys: readonly SettingName[], given: Given, problems: string[]): boolean {
  const present = keys.filter((key) => given(key) !== '');
  if (present.length === 0) return false;
  for (const key of keys) {
    if (given(key) === '')
      problems.push(
        `${key}: must be set too, because ${present.join(' and ')} ${present.length > 1 ? 'are' : 'is'} set`,
      );
    else if (!/^[\x20-\x7e]{1,1024}$/.test(given(key)))
      problems.push(`${key}: must contain only ASCII characters, exactly as the provider shows it`);
  }
  return present.length === keys.length;
}

/** Unchanged: it must match the provider's spelling, even a trailing slash. */
function readIssuer(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash) return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe && !url.pathname.includes('/.well-known/') ? text : undefined;
}
