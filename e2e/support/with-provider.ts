import { freePort } from '#tests/support/free-port.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { test as base } from './framme.ts';
import { type OidcProvider, startProvider } from './oidc-provider.ts';

const SARA = { given_name: 'Sara', family_name: 'Ek', email: 'sara@example.org', email_verified: true };

/** The provider's accounts, by log-in name. */
const PUPILS = {
  sara: SARA,
  nomail: { given_name: 'Nils', family_name: 'Ek' },
  unchecked: { ...SARA, email: 'unchecked@example.org', email_verified: false },
  maja: { ...SARA, email: 'Maja.Lind@Example.org' },
};

/** Playwright's test with a server that is connected to a real OpenID Connect provider. */
export const test = base.extend<{
  provider: OidcProvider;
  /** The port of Framme, which the provider has to know first. */
  port: number;
  /** Additional settings of the server. */
  settings: Record<string, string>;
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
  server: async ({ page, port, provider, settings }, use, info) => {
    const server = await startServer({ env: { ...provider.env, ...settings, PORT: String(port) } });
    await use(server);
    // Closed before the server stops, or its failed requests would count; kept open after a failure.
    if (info.status === info.expectedStatus) await page.close();
    await server.stop();
  },
});
