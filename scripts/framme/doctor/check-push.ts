import { once } from 'node:events';
import { connect } from 'node:net';
import type { Config } from '#server/config/config.ts';
import { contactWarning } from '#server/push/vapid.ts';
import { type Check, checksOf, reasonOf, refusal } from './check.ts';

const ANSWER_MS = 5000;
/** One host per suffix; for other suffixes any host may be in use. */
const HOSTS: Readonly<Record<string, string>> = {
  '.push.services.mozilla.com': 'updates.push.services.mozilla.com',
  '.push.apple.com': 'web.push.apple.com',
};

/** Sends the push services nothing. */
export async function* checkPush(config: Config): AsyncIterable<Check> {
  const { ok, warning } = checksOf('push');
  const { pushServices } = config;
  if (pushServices.length === 0) {
    yield ok('It is off: no parent can be notified on a device.');
    return;
  }
  const places = pushServices.flatMap((name) => placeOf(name) ?? []);
  const tried = await Promise.all(places.map(tryPlace));
  const silent = tried.filter((reason) => reason !== undefined);
  const untried = pushServices.filter((name) => placeOf(name) === undefined);
  const reached = places.length > 0 ? [`${places.map(({ host }) => host).join(', ')} can be reached.`] : [];
  const rest = untried.length > 0 ? [`Not tried: ${untried.join(', ')}, of which no host is known.`] : [];
  if (silent.length === 0) yield ok([...reached, ...rest].join(' '));
  else
    yield warning(
      `Not reached: ${silent.join(', ')}.`,
      'Allow connections from this machine to port 443 of the hosts in PUSH_SERVICES, or set it to off.',
    );
  const contact = contactWarning(config);
  if (contact !== undefined) yield refusal('push', contact, 'warning');
}

interface Place {
  host: string;
  port: number;
}

function placeOf(name: string): Place | undefined {
  if (name.startsWith('http:')) return { host: '127.0.0.1', port: Number(new URL(name).port) };
  const host = name.startsWith('.') ? HOSTS[name] : name;
  return host === undefined ? undefined : { host, port: 443 };
}

async function tryPlace(place: Place): Promise<string | undefined> {
  const socket = connect(place);
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    await once(socket, 'connect', { signal });
    return undefined;
  } catch (error) {
    return `${place.host} (${signal.aborted ? 'ETIMEDOUT' : reasonOf(error)})`;
  } finally {
    socket.destroy();
  }
}
