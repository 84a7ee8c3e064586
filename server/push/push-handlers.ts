import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { CallError } from '../http/call-error.ts';
import type { Handlers } from '../http/register-call.ts';
import { RATE_LIMITS } from '../load-limits/limit-numbers.ts';
import { alertTexts } from './alert-text.ts';
import { isOnCurve } from './encrypt.ts';
import type { Push } from './push.ts';

const TEST_LIFE_MS = 5 * MINUTE_MS;

/** Escapes of characters that need none (RFC 3986, section 2.3). */
const NEEDLESS_ESCAPES = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i;

/** Another spelling of an endpoint would become a second device. */
function isAsBrowsersSpell(endpoint: string): boolean {
  const isPlain = !endpoint.includes('#') && !NEEDLESS_ESCAPES.test(endpoint);
  return isPlain && URL.parse(endpoint)?.href === endpoint;
}

/** The session chooses the device, not an id in the request: nobody reaches another's. */
export const pushHandlers = ({ store, sessions, limits, now }: AuthContext, push: Push): Handlers => ({
  async pushState(_nothing, request) {
    const { session } = await sessions.requireSession(request);
    const [key, stored] = [await push.key(), await store.pushDevice(session)];
    if (!stored) return { key, device: null };
    const { endpoint, taps, since, handedAt, failure } = stored;
    return { key, device: { endpoint, taps, since, handedAt, failure } };
  },
  async subscribe({ endpoint, p256dh, auth, taps }, request) {
    const { session } = await sessions.requireSession(request);
    await limits.count('subscribe', session, RATE_LIMITS.subscriptions);
    if (!push.isOfService(endpoint) || !isAsBrowsersSpell(endpoint))
      throw new CallError('invalid-request', { field: 'endpoint' });
    if (!isOnCurve(p256dh)) throw new CallError('invalid-request', { field: 'p256dh' });
    const device = { session, endpoint, p256dh, auth, taps, since: isoTime(now()) };
    const put = await store.putPushDevice(device);
    if (put === 'no-session') throw await sessions.signedOutError(request);
    if (put === 'taken') throw new CallError('invalid-request', { field: 'endpoint' });
    return {};
  },
  async unsubscribe(_nothing, request) {
    const { session } = await sessions.requireSession(request);
    await store.removePushDevice(session);
    return {};
  },
  async sendTestPush(_nothing, request) {
    const { session, account } = await sessions.requireSession(request);
    const device = await store.pushDevice(session);
    if (!device) return { result: 'gone' };
    await limits.count('try-push', account.uid, RATE_LIMITS.pushTests);
    const parents = await store.parentsOf(account.household);
    const own = parents.find(({ uid }) => uid === account.uid);
    const language = own?.profile.language ?? DEFAULT_LANGUAGE;
    const text = { title: 'Framme', body: alertTexts[language].test };
    const { result } = await push.send(
      device,
      { name: `test ${session}`, language, text },
      { end: now() + TEST_LIFE_MS },
    );
    return { result };
  },
});
