import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '#domain/protocol/calls.ts';
import type { Op } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import { SERVER_FLAGS } from '#scripts/launch.mjs';
import { HouseholdOnPhone, newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { postJson } from '#tests/support/server/http.ts';
import { openPushService, PushBrowser } from '#tests/support/server/push-browser.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { compileCache } from '../machine.ts';

/** All plan within it, in ms; a time in the past is refused. */
const PLANNING_MS = 15_000;
/** An alert later than this counts as never told, in ms. */
const LONGEST_WAIT = 60_000;

/** Families whose alerts are due just before that of another one: each has so many devices and alerts. */
export interface Crowd {
  families: number;
  devices: number;
  alerts: number;
  /** Their push service never answers. */
  hangs: boolean;
}

/**
 * Plans times home of a crowd and then one of another family, whose push service is healthy. Returns how late its alert was, in
 * ms, and the notifications of the crowd before it.
 */
export async function lateAlert(crowd: Crowd, entry?: string): Promise<{ late: number; before: number }> {
  const [theirs, own] = [await openPushService(), await openPushService()];
  if (crowd.hangs) theirs.reply = () => undefined;
  const services = { PUSH_SERVICES: `${theirs.origin} ${own.origin}` };
  const env = { ...compileCache, LOG_LEVEL: 'silent', ...services };
  const server = await startServer({ ...(entry && { entry }), flags: SERVER_FLAGS, env });
  try {
    const families: Plan[] = [];
    for (let count = 0; count < crowd.families; count += 1)
      families.push(await familyWith(server.url, theirs.origin, crowd));
    const other = await familyWith(server.url, own.origin, { devices: 1, alerts: 1 });
    const due = Date.now() + PLANNING_MS;
    for (const plan of families) await plan(due);
    await other(due + 1);
    let told: { late: number; before: number } | undefined;
    own.reply = () => {
      told ??= { late: Date.now() - due, before: theirs.got.length };
      return { status: 201 };
    };
    while (!told && Date.now() < due + LONGEST_WAIT) await pause(100);
    return told ?? { late: LONGEST_WAIT, before: theirs.got.length };
  } finally {
    await server.kill();
    theirs.close();
    own.close();
  }
}

type Plan = (due: number) => Promise<void>;

/** Registers a family with devices and friends, who are in. Returns what plans a time home for each of them. */
async function familyWith(
  url: string,
  origin: string,
  { devices, alerts }: Pick<Crowd, 'devices' | 'alerts'>,
): Promise<Plan> {
  const phone = await registerHousehold(url);
  const { email, uid } = phone.account;
  for (let count = 0; count < devices; count += 1) {
    const { cookie = '' } = await postJson(url, calls.logIn.path, { email, password: PASSWORD });
    const device = { endpoint: `${origin}/${uid}/${count}`, ...new PushBrowser().keys, taps: false };
    await done(new HouseholdOnPhone(url, phone.account, cookie), 'subscribe', device);
  }
  const child = await phone.addChild();
  const refs = Array.from({ length: alerts }, () => ({ child, kind: 'friend', visitor: newId() }) as const);
  const send = async (ops: Op[]) => {
    const { outcomes } = await phone.sync({ ops });
    for (const outcome of outcomes)
      if (outcome.result !== 'done') throw new Error(`an op was refused: ${JSON.stringify(outcome.refusal)}`);
  };
  const person = { child, name: 'Ella', parentPhone: '070-123 45 67' };
  await send(refs.map(({ visitor }) => phone.op('addFriend', { ...person, friend: visitor })));
  const visits = refs.map((ref) => ({ ref, tap: phone.op('checkIn', ref) }));
  await send(visits.map(({ tap }) => tap));
  return async (due) => {
    const at = isoTime(due);
    await send(visits.map(({ ref, tap }) => phone.op('expectHome', { ...ref, visit: tap.op, at })));
  };
}
