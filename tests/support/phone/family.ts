import { vi } from 'vitest';
import type { HouseholdView, VisitorView } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { MemoryHousehold } from './memory-household.ts';
import { MemoryServer, newId } from './memory-server.ts';
import { Phone, type Tab } from './phone.ts';

export const ANNA = { firstName: 'Anna', lastName: 'Berg', email: 'anna@example.org', password: 'sommarlov' };
export const BO = { firstName: 'Bo', lastName: 'Dahl', email: 'bo@example.org', password: 'vinterlov' };

export interface Family {
  server: MemoryServer;
  phone: Phone;
  tab: Tab;
  child: Id;
  ella: VisitorRef;
  serverHousehold: MemoryHousehold;
}

/** Anna's household on one phone: a child, Kim, and a friend, Ella, both confirmed by the server. */
export async function annasFamily(): Promise<Family> {
  const server = new MemoryServer();
  const phone = new Phone(server);
  const tab = phone.openTab();
  await tab.data.signIn('register', ANNA);
  const [child, friend] = [newId(), newId()];
  await tab.home.run('addChild', { child, name: 'Kim', birthDate: '2018-05-04' });
  await tab.home.run('addFriend', { child, friend, name: 'Ella', parentPhone: '070-123 45 67' });
  await quiet(tab);
  const ella = { child, kind: 'friend', visitor: friend } as const;
  return { server, phone, tab, child, ella, serverHousehold: server.householdOf(ANNA.email) };
}

/** Resolves when everything is sent and the whole history is loaded. */
export async function quiet(...tabs: Tab[]): Promise<void> {
  await vi.waitFor(async () => {
    for (const tab of tabs) {
      await tab.home.syncNow();
      const { waiting, state, historyLoading } = tab.home.view();
      if (waiting > 0 || state !== 'loaded' || historyLoading) throw new Error('not quiet yet');
    }
  }, 15_000);
}

export function row(view: HouseholdView, { visitor }: VisitorRef): VisitorView | undefined {
  const visitors = view.children.flatMap(({ friends, guests }) => [...friends, ...guests]);
  return visitors.find(({ ref }) => ref.visitor === visitor);
}

/** The journal's keys in localStorage. */
export function journaled({ stored }: Phone): string[] {
  return [...stored.keys()].filter((key) => key.startsWith('framme.journal.'));
}

export async function databases({ indexedDB }: Phone): Promise<string[]> {
  return (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
}

/** The commands that were applied after the family was made, in order. */
export function appliedTo({ applied }: MemoryHousehold): string[] {
  return applied.slice(2).map(({ op }) => op.name);
}

/** Applies a command of another phone directly on the server. */
export function byOtherPhone(
  serverHousehold: MemoryHousehold,
  uid: Id,
  name: string,
  args: unknown,
  { device, sequence } = { device: newId(), sequence: 1 },
): void {
  const now = Date.now();
  const op = { op: newId(), sequence, name, args, tappedAt: now, zone: 'UTC' };
  serverHousehold.apply(op, { device, uid, deviceNow: now, receivedAt: now });
}
