import { type CommandName, commands } from '#domain/commands/catalogue.ts';
import { pageRoutes } from '#domain/pages/pages.ts';
import { type CallName, calls, PROTOCOL } from '#domain/protocol/calls.ts';
import { VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { argumentsOf } from '#tests/support/people/command-args.ts';
import { newId } from '#tests/support/people/household.ts';
import { sampleOf } from '#tests/support/sample-message.ts';
import type { ScanTarget } from './scan-target.ts';

/** One input of the server. */
export interface Endpoint {
  name: string;
  path: string;
  method: 'GET' | 'POST';
  /** JSON. */
  body?: string;
}

/** Returns every call, every command within a sync, and the addresses that read their query. */
export function endpointsOf({ family }: ScanTarget): Endpoint[] {
  const asked = (Object.keys(calls) as CallName[]).filter((name) => name !== 'sync' && name !== 'logOut');
  return [
    ...asked.map((name): Endpoint => {
      const { method, path, request } = calls[name];
      const isGet = method === 'GET';
      return isGet
        ? { name, path: `${path}?of=1`, method }
        : { name, path, method, body: JSON.stringify(sampleOf(request)) };
    }),
    ...(Object.keys(commands) as CommandName[]).map((name) =>
      commandEndpoint(family.account.household, name),
    ),
    { name: 'live', path: '/api/live?cursor=999999', method: 'GET' },
    { name: 'visit stream', path: VISIT_STREAM, method: 'POST', body: JSON.stringify({ link: newId() }) },
    ...pageRoutes
      .slice(0, 1)
      .map((path): Endpoint => ({ name: 'page', path: `${path}?lng=sv`, method: 'GET' })),
  ];
}

function commandEndpoint(household: string, command: CommandName): Endpoint {
  const id = newId();
  const args = argumentsOf[command]({ child: id, friend: id, guest: id, visit: id });
  const op = {
    op: id,
    sequence: 1,
    name: command,
    args,
    tappedAt: Date.now(),
    zone: 'Europe/Stockholm',
  };
  const message = {
    protocol: PROTOCOL,
    household,
    device: id,
    cursor: null,
    deviceNow: Date.now(),
    ops: [op],
  };
  return { name: command, path: calls.sync.path, method: 'POST', body: JSON.stringify(message) };
}
