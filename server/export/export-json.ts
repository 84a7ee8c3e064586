import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '#domain/protocol/calls.ts';
import type { Export } from '#domain/protocol/export.ts';
import { CHANGES_PER_PAGE } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import { accountParts } from './account-part.ts';
import { type ExportContext, type People, visitPages } from './household-data.ts';

export async function* exportJson(
  context: ExportContext,
  account: Account,
  people: People,
): AsyncGenerator<string> {
  const { now } = context;
  const head: Omit<Export, 'visits' | 'profile' | 'children'> & { profile: Export['profile'] | undefined } = {
    format: 'framme-export-2',
    exportedAt: isoTime(now()),
    ...(await accountParts(context, account, people.profile)),
  };
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "children": [`;
  let separator = '\n    ';
  for (const { friends, guests, ...child } of people.children) {
    yield `${separator}${JSON.stringify(child).slice(0, -1)},"friends":`;
    yield* list(pagesOf(friends));
    yield ',"guests":';
    yield* list(pagesOf(guests));
    yield '}';
    separator = ',\n    ';
  }
  yield '\n  ],\n  "visits": ';
  yield* list(visitPages(context, account.household, people.open));
  yield '\n}\n';
}

async function* list(
  pages: Iterable<readonly object[]> | AsyncIterable<readonly object[]>,
): AsyncGenerator<string> {
  yield '[';
  let separator = '\n    ';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((one) => JSON.stringify(one)).join(',\n    ');
    separator = ',\n    ';
    await nextTurn();
  }
  yield '\n  ]';
}

function* pagesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += CHANGES_PER_PAGE)
    yield all.slice(from, from + CHANGES_PER_PAGE);
}
