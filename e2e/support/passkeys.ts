import { type CDPSession, expect, type Page } from '@playwright/test';
import type { Parent, Person } from './parent.ts';
import { untilRest } from './rest.ts';
import { pressStill } from './still.ts';

/** Chromium's virtual authenticator. */
interface Device {
  cdp: CDPSession;
  id: string;
}

/** Adds a virtual authenticator with resident keys that always verifies its user. */
export async function addVirtualAuthenticator(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

/** Registers a parent and opens the account page, until all its lists have come. */
export async function settle(page: Page, parent: Parent, url: string, who: Person): Promise<void> {
  await parent.settle(url, who);
  await page.goto(`${url}/profile/account`);
  await untilRest(page);
}

export async function addPasskey(page: Page, { words }: Parent): Promise<void> {
  await pressStill(page.getByRole('button', { name: words.passkeySettings.add, exact: true }));
  await expect(
    page.getByRole('list', { name: words.passkeySettings.list }).getByRole('listitem'),
  ).toHaveCount(1);
}

/** Requires a passkey, which makes recovery codes first. Returns the codes. */
export async function requirePasskey(page: Page, parent: Parent): Promise<string[]> {
  const { passkeySettings: passkeys } = parent.words;
  await pressStill(page.getByRole('switch', { name: passkeys.require }));
  const codes = await keepCodes(page, parent);
  await expect(page.getByRole('switch', { name: passkeys.require })).toBeChecked();
  return codes;
}

export async function makeCodes(page: Page, parent: Parent): Promise<string[]> {
  await pressStill(page.getByRole('button', { name: parent.words.passkeySettings.codesMake }));
  return keepCodes(page, parent);
}

async function keepCodes(page: Page, { words }: Parent): Promise<string[]> {
  const { passkeySettings: passkeys } = words;
  const dialog = page.getByRole('dialog', { name: passkeys.codesTitle });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: passkeys.codesKept }).click();
  return codes;
}
