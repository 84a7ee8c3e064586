import { pages as en } from '#client/translations/en/pages.ts';
import { pages as sv } from '#client/translations/sv/pages.ts';
import { freePort } from '#tests/support/free-port.ts';
import { HOSTILE_NAMES } from '#tests/support/people/hostile-names.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { test as base } from './framme.ts';
import { type OwnProvider, startProvider } from './own-provider.ts';

const SARA = { given_name: 'Sara', family_name: 'Ek', email: 'sara@example.org', email_verified: true };

/** Who is known at the provider, by the name they log in with there. */
const PUPILS = {
  sara: SARA,
  nomail: { given_name: 'Nils', family_name: 'Ek' },
  unchecked: { ...SARA, email: 'unchecked@example.org', email_verified: false },
  maja: { ...SARA, email: 'Maja.Lind@Example.org' },
  hostile: {
    ...{ given_name: HOSTILE_NAMES[0], family_name: HOSTILE_NAMES[2] },
    ...{ email: 'hostile@example.org', email_verified: false },
  },
};

/** A journey whose server is connected to a real OpenID Connect provider. */
export const test = base.extend<{
  provider: OwnProvider;
  /** Where Framme will be; the provider has to know it first. */
  port: number;
  /** What the server is started with besides. */
  settings: Record<string, string>;
  /** The words of the long pages. */
  pageTexts: typeof sv | typeof en;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a destructured argument.
  port: async ({}, use) => {
    await use(await freePort());
  },
  provider: async ({ port }, use) => {
    const provider = await startProvider(PUPILS, `http://localhost:${port}`);
    await use(provider);
    await provider.stop();
  },
  settings: [{}, { option: true }],
  server: async ({ entry, page, port, provider, settings }, use, info) => {
    const server = await startServer({ entry, env: { ...provider.env, ...settings, PORT: String(port) } });
    await use(server);
    // A page that still asks a server that is gone would complain; of one that failed, everything is kept to be seen.
    if (info.status === info.expectedStatus) await page.close();
    await server.stop();
  },
  pageTexts: async ({ language }, use) => {
    await use(language === 'sv' ? sv : en);
  },
});
