import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { askToFollow, sayYes } from '#tests/support/people/following-families.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { linkTo } from '#tests/support/people/linked-visit.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { PushBrowser, type PushRequest } from '#tests/support/server/push-browser.ts';
import { type Family, PressedTrips, type Who } from './pressed-trips.ts';
import type { TripServer } from './trip-server.ts';

/** Two phones each; the home follows a child as a friend of two children, and its sibling. */
export interface TripFamilies {
  phones: Record<Family, readonly HouseholdOnPhone[]>;
  children: Record<Who, VisitorRef>;
  /** The id of Ella's follow. */
  id: Id;
  said: PressedTrips;
  /** Returns which phone a notification was for, and its title. */
  open: (request: PushRequest) => { family: Family; device: number; title: string };
}

export async function tripFamilies(
  { clock, service }: TripServer,
  families: Record<Family, HouseholdOnPhone>,
): Promise<TripFamilies> {
  const { host, home } = families;
  const phones = { host: [host, await anotherDevice(host)], home: [home, await anotherDevice(home)] };
  const devices = new Map<string, { family: Family; device: number; browser: PushBrowser }>();
  for (const family of ['host', 'home'] as const)
    for (const [device, phone] of phones[family].entries()) {
      const [path, browser] = [`/${phone.device}`, new PushBrowser()];
      phone.now = clock.now;
      devices.set(path, { family, device, browser });
      await done(phone, 'subscribe', { endpoint: service.origin + path, ...browser.keys, taps: false });
    }
  const said = new PressedTrips();
  const follow = async (who: Who, name: string) => {
    clock.moveTo(clock.now() + 1000);
    const ref = await host.addFriend(await host.addChild(), name);
    const { link, visit } = await linkTo(host, ref);
    const id = await askToFollow(home, link);
    await sayYes(host, id);
    const [arrived, checkOut] = [clock.now(), host.op('checkOut', ref)];
    await host.sendAll([checkOut]);
    const stay = { visit, arrived, checkOut: checkOut.op, left: arrived, shownLeft: arrived };
    said.stays[who].push(stay);
    return { ref, id };
  };
  const ella = await follow('ella', 'Ella');
  const [also, sibling] = [await follow('also', 'Ella Lind'), await follow('sibling', 'Olle')];
  clock.release();
  return {
    ...{ phones, said, id: ella.id },
    children: { ella: ella.ref, also: also.ref, sibling: sibling.ref },
    open: ({ path, body }) => {
      const found = devices.get(path);
      if (!found) throw new Error(`nobody subscribed at ${path}`);
      const { browser, ...phone } = found;
      return { ...phone, title: JSON.parse(browser.open(body).text).notification.title };
    },
  };
}
