import type { Given, Problem } from './settings.ts';

const NAME = /^\.?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const LOCAL = /^http:\/\/127\.0\.0\.1:\d{1,5}$/;

/** PUSH_SERVICES: a leading dot stands for all hosts below it. */
export function readPushServices(text: string, given: Given): string[] | Problem {
  if (text === 'off') return [];
  const entries = text.split(/\s+/);
  if (entries.every((entry) => NAME.test(entry) || (LOCAL.test(entry) && given('PUBLIC_URL') === '')))
    return entries;
  return {
    problem:
      'must be off, or names of hosts with spaces between them, like "fcm.googleapis.com .push.apple.com"; ' +
      'http://127.0.0.1:PORT is one only without PUBLIC_URL',
  };
}

/** Over https at its usual port; a local service may use http. */
export function isOfService(services: readonly string[], endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return LOCAL.test(url.origin) && services.includes(url.origin);
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return services.some((name) =>
    name.startsWith('.') ? url.hostname.endsWith(name) : url.hostname === name,
  );
}
