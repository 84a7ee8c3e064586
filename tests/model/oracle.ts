import type { HouseholdView } from '#client/data/port.ts';
import type { Document, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { MOST_LINKS } from '#domain/limits.ts';
import { visitorPath } from '#domain/paths.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import type { Device } from './device.ts';
import type { ModelFamily } from './family.ts';
import type { ModelServer } from './model-server.ts';

/**
 * Throws if an acknowledged tap was lost, doubled or reordered, or if two screens differ. `asksMemory` also
 * compares the stored outcomes; a control without them must fail by its documents.
 */
export async function assertConsistent(family: ModelFamily, asksMemory: boolean): Promise<void> {
  const { server, devices, wasRestored } = family;
  const documents = await documentsOf(server);
  same('the server holds', documents, new Map(server.reference.present()));
  const outcomes = plain(server.reference.outcomes);
  await linksLead(server, documents);
  // After a restore a tap may sleep on the server, without an outcome.
  if (asksMemory && !wasRestored) same('outcomes', await outcomesOf(server), outcomes);
  bearTheirParents(family, documents);
  for (const device of devices) nothingLost(device, server);
  // After a restore, what was held up by the taps of another phone comes later.
  for (const device of wasRestored ? [] : devices) inOrder(device, server);
  for (const device of devices) {
    device.tabs.forEach((_tab, index) => {
      const view = device.view(index);
      if (!view) throw new Error('nobody is signed in');
      same('a screen shows', shownBy(view), shownOf(documents));
    });
  }
}

/** Checks that every end of a visit names the parent on whose phone it was tapped. */
function bearTheirParents({ devices }: ModelFamily, documents: ReadonlyMap<string, Document>): void {
  const parents = new Map(
    devices.flatMap(({ acknowledged, uid }) => acknowledged.map(({ op }) => [op, uid] as const)),
  );
  for (const [path, document] of documents) {
    const { arrived, left } = document as Visit;
    for (const { op, by } of [arrived, left].filter((end) => end !== undefined)) {
      const parent = parents.get(op) ?? by;
      if (parent !== by) throw new Error(`${path} is by another parent than the one who tapped`);
    }
  }
}

/** Checks that each link of a visit leads to it as long as its visitor is there, and that no visit has too many. */
async function linksLead({ store }: ModelServer, documents: ReadonlyMap<string, Document>): Promise<void> {
  for (const [path, document] of documents) {
    const { links = [], visitor } = document as Visit;
    if (links.length > MOST_LINKS) throw new Error(`${path} has ${links.length} links`);
    const ref = { child: path.split('/')[1] ?? '', kind: visitor?.kind, visitor: visitor?.id };
    const isThere = links.length > 0 && documents.has(visitorPath(ref));
    for (const { hash } of links) {
      const led = await store.linked(hash);
      if (led?.path !== (isThere ? path : undefined)) throw new Error(`${hash} leads to ${led?.path}`);
    }
  }
}

function nothingLost(device: Device, { reference, exchanges }: ModelServer): void {
  const { acknowledged, stay } = device;
  // The parent was told that these were refused.
  const refused = new Set(device.view(0)?.refused.map(({ op }) => op));
  const reached = new Set(exchanges.flatMap(({ body }) => body.ops.map(({ op }) => op)));
  for (const tap of acknowledged) {
    const mayBeWiped = tap.stay < stay && !reached.has(tap.op);
    if (!reference.knows(tap.op) && !refused.has(tap.op) && !mayBeWiped) throw new Error(`lost: ${tap.op}`);
  }
}

/** Checks that taps of one page, and taps made after one that the page could know of, were applied in that order. */
function inOrder({ acknowledged }: Device, { reference }: ModelServer): void {
  const place = new Map(reference.applied.map(({ op }, index) => [op.op, index]));
  const done = acknowledged.flatMap((tap) => {
    const at = place.get(tap.op);
    return at === undefined ? [] : [{ ...tap, at }];
  });
  for (const one of done) {
    const before = done.find(
      ({ at, tab, tapped, told, outage }) =>
        at > one.at &&
        (((one.couldRead || outage === one.outage) && told < one.tapped) ||
          (tab === one.tab && tapped < one.tapped)),
    );
    if (before) throw new Error(`reordered: ${before.op} was tapped before ${one.op}`);
  }
}

async function documentsOf({ store, account }: ModelServer): Promise<Map<string, Document>> {
  const { changes } = await store.changes(account.household, 0, 100_000);
  return new Map(
    changes.flatMap(({ path, document }) => (document ? [[path, document as unknown as Document]] : [])),
  );
}

/** Returns the stored outcome of every op that reached the server. */
async function outcomesOf({ store, account, reference }: ModelServer): Promise<Map<Id, unknown>> {
  const ops = [...reference.outcomes.keys()];
  const standing = await store.transact(account.household, (transaction) =>
    transaction.begin('model0000000000000', ops),
  );
  return plain(standing.outcomes);
}

/** Removes versions, which the reference counts differently, and times, which only a repeated outcome tells. */
function plain(outcomes: ReadonlyMap<Id, Outcome>): Map<Id, unknown> {
  return new Map(
    [...outcomes].map(([op, outcome]) => [op, { ...outcome, version: 0, receivedAt: undefined }]),
  );
}

function shownOf(documents: ReadonlyMap<string, Document>): unknown {
  const people: unknown[] = [];
  const visits: unknown[] = [];
  for (const [path, document] of documents) {
    const [, , folder, id] = path.split('/');
    if (folder === 'friends' || folder === 'guests') {
      const { status, timestamp } = document as { status: string; timestamp?: string };
      people.push([id, status, timestamp]);
    }
    const { open, arrived, left, added, staysNight, links, expected, answer } = document as Visit;
    const shared = [links?.map(({ hash: _hash, ...link }) => link), expected, answer];
    if (folder === 'visits') visits.push([id, open, arrived, left, added, staysNight, ...shared]);
  }
  return { people: sorted(people), visits: sorted(visits) };
}

function shownBy(view: HouseholdView): unknown {
  const visitors = view.children.flatMap(({ friends, guests }) => [...friends, ...guests]);
  return {
    people: sorted(visitors.map(({ ref, status, timestamp }) => [ref.visitor, status, timestamp])),
    visits: sorted(
      view.history.map((row) => {
        const { visit, open, arrived, left, added, staysNight, links, expected, answer } = row;
        return [visit, open, arrived, left, added, staysNight, links, expected, answer];
      }),
    ),
  };
}

function sorted(rows: unknown[]): unknown[] {
  return rows.map((one) => sortedJson(one)).toSorted();
}

/** Compares maps or lists; the message holds only the differences. */
function same(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [linesOf(found), linesOf(expected)];
  const tooMuch = one.filter((line) => !other.includes(line));
  const missing = other.filter((line) => !one.includes(line));
  if (tooMuch.length + missing.length === 0 && one.length === other.length) return;
  throw new Error(`${what}\n${tooMuch.join('\n')}\ninstead of\n${missing.join('\n')}`);
}

function linesOf(value: unknown): string[] {
  const rows = value instanceof Map ? [...value] : Object.entries(value as object);
  return rows.flatMap(([key, row]) =>
    Array.isArray(row) ? row.map((one) => `${key} ${one}`) : [`${key} ${sortedJson(row)}`],
  );
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
