import type { Account } from '#domain/protocol/calls.ts';
import type { Export } from '#domain/protocol/export.ts';
import { isoTime } from '#domain/time.ts';
import { accountPart } from './account-part.ts';
import { type ExportContext, type People, visitPages } from './gather.ts';

/** Everything of a household as one JSON text of the export's schema, in pieces. */
export async function* everything(
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
  let between = '\n    ';
  for await (const page of visitPages(store, account.household, people.open)) {
    if (page.length === 0) continue;
    yield between + page.map((visit) => JSON.stringify(visit)).join(',\n    ');
    between = ',\n    ';
  }
  yield '\n  ]\n}\n';
}
