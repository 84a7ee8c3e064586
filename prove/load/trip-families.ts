import { anotherDevice } from '#tests/support/people/devices.ts';
import { askToFollow, sayYes } from '#tests/support/people/following-families.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { linkTo } from '#tests/support/people/linked-visit.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import type { TripServer } from './trip-server.ts';

export type Families = Awaited<ReturnType<typeof familiesOn>>;
export type Followed = Awaited<ReturnType<Families['follow']>>;

/** A host and a home with two phones each, all of which are told. */
export async function familiesOn({ server, service, now }: TripServer) {
  const devices = new Map<string, { family: string; index: number; browser: PushBrowser }>();
  const family = async (name: 'host' | 'home') => {
    const first = await registerHousehold(server.url, name);
    const phones = [first, await anotherDevice(first)] as const;
    for (const [index, phone] of phones.entries()) {
      const [path, browser] = [`/${phone.device}`, new PushBrowser()];
      phone.now = now;
      devices.set(path, { family: name, index, browser });
      await done(phone, 'subscribe', { endpoint: service.origin + path, ...browser.keys, taps: false });
    }
    return phones;
  };
  const [host, home] = [await family('host'), await family('home')];
  const child = await host[0].addChild();
  return {
    ...{ host, home },
    /** Has the home follow a new friend, who is there. */
    async follow(name: string) {
      const ref = await host[0].addFriend(child, name);
      const { link, visit } = await linkTo(host[0], ref);
      const id = await askToFollow(home[0], link);
      await sayYes(host[0], id);
      return { ref, id, first: visit };
    },
    /** Which phones were told since, and of what: "home Är Ella hemma 1". */
    told: (kinds: RegExp) =>
      service.got.splice(0).flatMap(({ path, body }) => {
        const { family, index, browser } = devices.get(path) ?? {};
        const kind = kinds.exec(browser?.open(body).text ?? '')?.[0];
        return kind ? [`${family} ${kind} ${index}`] : [];
      }),
  };
}
