import type { Device } from '#domain/protocol/account-calls.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { HouseholdOnPhone, PASSWORD } from './household.ts';

/** Logs the same account in on another device. */
export async function anotherDevice(
  { url, account }: HouseholdOnPhone,
  userAgent = '',
): Promise<HouseholdOnPhone> {
  const credentials = { email: account.email, password: PASSWORD };
  const { cookie = '' } = await postJson(url, '/api/log-in', credentials, { 'user-agent': userAgent });
  return new HouseholdOnPhone(url, account, cookie);
}

export async function devicesOf({ url, cookie }: HouseholdOnPhone): Promise<Device[]> {
  const { status, body } = await get(url, '/api/devices', { cookie });
  if (status !== 200) throw new Error(`devices answered ${status}: ${JSON.stringify(body)}`);
  return (body as { devices: Device[] }).devices;
}

/** Returns which of these are still signed in. */
export async function signedIn(...phones: HouseholdOnPhone[]): Promise<boolean[]> {
  return Promise.all(phones.map(async (phone) => (await phone.trySync()).status === 200));
}
