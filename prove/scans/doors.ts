import { type CommandName, commands } from '#domain/commands/catalogue.ts';
import { pageRoutes } from '#domain/pages/pages.ts';
import { type CallName, calls } from '#domain/protocol/calls.ts';
import { argumentsOf } from '#tests/support/people/command-args.ts';
import { newId } from '#tests/support/people/household.ts';
import { sampleOf } from '#tests/support/sample-message.ts';
import type { Scanned } from './scanned.ts';

/** One place where something can be put in. */
export interface Door {
  name: string;
  path: string;
  method: 'GET' | 'POST';
  /** JSON. */
  body?: string;
}

/** Every call of the protocol, every command within a sync, and the addresses that read their query. */
export function doorsOf({ family }: Scanned): Door[] {
  const asked = (Object.keys(calls) as CallName[]).filter((name) => name !== 'sync' && name !== 'logOut');
  return [
    ...asked.map((name): Door => {
      const { method, path, request } = calls[name];
      const isGet = method === 'GET';
      return isGet
        ? { name, path: `${path}?of=1`, method }
        : { name, path, method, body: JSON.stringify(sampleOf(request)) };
    }),
    ...(Object.keys(commands) as CommandName[]).map((name) => commandDoor(family.account.household, name)),
    { name: 'live', path: '/api/live?cursor=999999', method: 'GET' },
    ...pageRoutes.slice(0, 1).map((path): Door => ({ name: 'page', path: `${path}?lng=sv`, method: 'GET' })),
  ];
}

function commandDoor(household: string, command: CommandName): Door {
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
  const message = { protocol: 1, household, device: id, cursor: null, deviceNow: Date.now(), ops: [op] };
  return { name: command, path: calls.sync.path, method: 'POST', body: JSON.stringify(message) };
}
