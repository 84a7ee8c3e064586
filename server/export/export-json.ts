import type { Account } from '#domain/protocol/calls.ts';
import type { Export } from '#domain/protocol/export.ts';
import { isoTime } from '#domain/time.ts';
import { accountPart } from './account-part.ts';
import { type ExportContext, type People, visitPages } from './household-data.ts';

/** Generates all data of a household as one JSON text of `exportSchema`, in chunks. */
export async function* exportJson(
  context: ExportContext,
  account: Account,
  people: People,
): AsyncGenerator<string> {
  const { store, now } = context;
  const head: Omit<Export, 'visits' | 'profile'> & { profile: Export['profile'] | undefined } = {
    format: 'framme-export-1',
    exportedAt: isoTime(now()),
    ...(await accountPart(context, account)),
    profile: people.profile,
    children: people.children,
  };
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "visits": [`;
  let separator = '\n    ';
  for await (const page of visitPages(store, account.household, people.open)) {
    if (page.length === 0) continue;
    yield separator + page.map((visit) => JSON.stringify(visit)).join(',\n    ');
    separator = ',\n    ';
  }
  yield '\n  ]\n}\n';
}
