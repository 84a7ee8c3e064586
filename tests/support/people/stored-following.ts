import { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import { childPath, documentId, friendPath, visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import type { Question } from '#server/store/sharing/followers.ts';
import { newId } from './household.ts';
import { aChild, aFriend, aVisit, NOON, storeFamily } from './stored-family.ts';

/** Limits that no test reaches by accident. */
const MOST = { ofVisitor: 3, asking: 3, ofHome: 20, refusedBefore: NOON };

/** A family where Ella is at Kim's, since ten minutes. */
export async function storeHost(store: Store) {
  const family = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const [visitor, visit] = [friendPath(kim, ella), visitPath(kim, newId())];
  const latest = { op: newId(), device: newId(), visit: documentId(visit) };
  const sizes = new HouseholdSizes([[kim, 1, 1]]);
  const friend = { ...aFriend(), status: 'in', openVisit: latest.visit, latest } as const;
  await family.save(
    [
      [childPath(kim), aChild()],
      [visitor, friend],
      [visit, aVisit(ella, 0)],
    ],
    { sizes },
  );
  return { ...family, kim, ella, visitor, visit, latest };
}
export type StoredHost = Awaited<ReturnType<typeof storeHost>>;

/** Asks for a home to follow the visitor of a host. Returns the id of the row with what the store says. */
export async function askFor(
  store: Store,
  host: Pick<StoredHost, 'household'> & Pick<Question, 'visitor'>,
  { household: home }: { household: Id },
  changes: Partial<Question> = {},
  most: Partial<typeof MOST> = {},
) {
  const id = newId();
  const asked = { askedAt: NOON, linkMadeAt: NOON };
  const question = { id, host: host.household, visitor: host.visitor, name: 'Ella', home, ...asked };
  const put = await store.putFollower({ ...question, ...changes }, { ...MOST, ...most });
  return { id, question, put };
}

/** A host and a home that follows its visitor. */
export async function storeFollowing(store: Store) {
  const [host, home] = [await storeHost(store), await storeFamily(store)];
  const { id, question } = await askFor(store, host, home);
  await store.agreeToFollower(host.household, id, { at: NOON, name: 'Ella' }, 3);
  return { host, home, id, row: { ...question, agreedAt: NOON, refusedAt: null, coming: {} } };
}
