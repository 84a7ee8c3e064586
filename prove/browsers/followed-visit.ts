import { hostWithLink } from '#tests/support/people/host-taps.ts';
import type { Place } from './place.ts';
import { profile } from './profile.ts';
import { ReaderTab } from './reader-tab.ts';

/** Each change of a visit is on the screen of whoever has its link within so many ms. */
const SOON_MS = 2000;

/** The holder of a link to a visit sees the arrival, and each change within two seconds. */
export async function followedVisit({ engine, gate }: Place): Promise<string> {
  const host = await hostWithLink(gate.url);
  const browser = await engine.launch(await profile());
  try {
    const reader = new ReaderTab(await browser.openTab());
    await reader.open(gate.url, host);
    return await reader.follow(host, SOON_MS);
  } finally {
    await browser.close();
  }
}
