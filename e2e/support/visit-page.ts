import type { Page, Route } from '@playwright/test';
import type { SharedVisit, StoredByLink } from '#domain/protocol/link-calls.ts';
import { at, shown } from '#tests/support/people/shared-visits.ts';

/** A link's secret. */
export const SECRET = 'k'.repeat(52);

const stored: StoredByLink = {
  ...{ name: 'Ella Lind', phoneEnding: '67', madeAt: at('14:05'), openedAt: null },
  visit: shown({ answer: { code: 'on-my-way', at: at('14:09') } }),
  ...{ replaced: { code: 'thanks', at: at('14:08') }, keptDays: 90 },
};

type Reply = SharedVisit | 'dead' | 'busy' | 'refused' | 'offline';

/** A server of one link, for the states of the page. */
export interface FakeLink {
  /** The reply of the next looks. */
  reply: Reply;
  /** Reads the requests of a call: their bodies. */
  asked(call: 'look' | 'answer' | 'stored' | 'refuse' | 'live'): unknown[];
  /** The reply of answers and refusals. */
  answer: (body: unknown) => Reply | object;
}

/** Answers the calls of a link in place of the server; the stream is refused, so that the page polls. */
export async function fakeLink(page: Page, reply: Reply): Promise<FakeLink> {
  const asked: Record<string, unknown[]> = { look: [], answer: [], stored: [], refuse: [], live: [] };
  const link: FakeLink = { reply, asked: (call) => asked[call] ?? [], answer: () => link.reply };
  const on = (path: string, call: string, replyOf: (body: unknown) => Reply | object) =>
    page.route(`**/api/visit-link${path}`, async (route) => {
      const body: unknown = route.request().postDataJSON();
      asked[call]?.push(body);
      await fulfil(route, replyOf(body));
    });
  await on('', 'look', () => link.reply);
  await on('/live', 'live', () => 'busy');
  await on('/stored', 'stored', () => (typeof link.reply === 'string' ? link.reply : stored));
  await on('/answer', 'answer', (body) => link.answer(body));
  await on('/refuse', 'refuse', (body) => link.answer(body));
  return link;
}

/** The heading: a line about the visit, or why there is none. */
export const headlineOf = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens the page of a link, answered in place of the server at `url`. */
export async function openVisit(page: Page, url: string, reply: Reply = shown()): Promise<FakeLink> {
  const link = await fakeLink(page, reply);
  await page.goto(`${url}/visit#${SECRET}`);
  return link;
}

/** Makes the page look again, as at the return of the network. Without a heading it does not listen yet. */
export async function lookAgain(page: Page): Promise<void> {
  await headlineOf(page).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

async function fulfil(route: Route, reply: Reply | object): Promise<void> {
  const error = (status: number, code: string) => route.fulfill({ status, json: { error: { code } } });
  if (reply === 'dead') await error(410, 'link-expired');
  else if (reply === 'busy') await error(429, 'too-many-requests');
  else if (reply === 'refused') await error(400, 'invalid-request');
  else if (reply === 'offline') await route.abort();
  else await route.fulfill({ json: reply });
}
