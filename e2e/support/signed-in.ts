import type { BrowserContext } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';

const LONG_CHILD = 'Wilhelmina-Charlotta Konstantinopolitanska';
export const LONG_FRIEND = 'Maximiliana'.repeat(6);
const GUEST = 'عمر فاروق';

/** The names in `settledFamily`. */
export const PEOPLE = ['Noah', LONG_CHILD, 'Ella', LONG_FRIEND, GUEST];

/** Registers a family with visitors here and gone home, a guest, and long names. */
export async function settledFamily(url: string, language: Language): Promise<HouseholdOnPhone> {
  const home = await registerHousehold(url, 'Lind');
  await home.run('updateProfile', { language });
  const noah = await home.addChild('Noah', '2019-05-01');
  await home.addChild(LONG_CHILD, '2016-11-12');
  const ella = await home.addFriend(noah, 'Ella', '070-123 45 67');
  const long = await home.addFriend(noah, LONG_FRIEND, '+46 (0)8-12 34 56 78');
  const omar = await home.addGuest(noah, GUEST, 'fatima.k');
  await home.run('checkIn', omar);
  await home.run('checkOut', omar);
  await home.run('checkIn', long);
  await home.run('checkIn', ella);
  return home;
}

/** Signs a browser in by the family's session. */
export async function signIn(
  context: BrowserContext,
  { cookie }: Pick<HouseholdOnPhone, 'cookie'>,
  url: string,
): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  // Lasts when the browser is closed, as the server's own cookie does.
  await context.addCookies([{ name, value, url, expires: Date.now() / 1000 + 24 * 60 * 60 }]);
}
