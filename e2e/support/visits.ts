import type { Language } from '#domain/language.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Adds a visit that began so long ago and took so long, in hours; without a length it is still open. */
export async function addPastVisit(
  home: HouseholdOnPhone,
  who: VisitorRef,
  beganHoursAgo: number,
  hours?: number,
): Promise<void> {
  const arrived = Date.now() - beganHoursAgo * HOUR;
  await home.run('checkIn', who, { tappedAt: arrived });
  if (hours !== undefined) await home.run('checkOut', who, { tappedAt: arrived + hours * HOUR });
}

export interface VisitedFamily {
  home: HouseholdOnPhone;
  noah: string;
  alma: string;
  friends: readonly VisitorRef[];
}

/** Registers two children with nine friends and 29 visits in 15 days: two a day, one of them open. */
export async function visitedFamily(url: string, language: Language): Promise<VisitedFamily> {
  const home = await registerHousehold(url, 'Lind');
  await home.run('updateProfile', { language });
  const [noah, alma] = [await home.addChild('Noah', '2019-05-01'), await home.addChild('Alma', '2016-11-12')];
  const names = ['Wilma', 'Ella', 'Hugo', 'Vera', 'Omar', 'Maja', 'Nils', 'Signe', 'Leo'];
  const friends: VisitorRef[] = [];
  for (const [at, name] of names.entries())
    friends.push(await home.addFriend(at % 2 === 0 ? noah : alma, name, `070-123 45 6${at}`));
  const visits = Array.from({ length: 29 }, (_, index) => ({
    who: friends[index % friends.length],
    ago: (Math.floor(index / 2) * DAY) / HOUR + 1.2 + (index % 2),
    hours: index === 0 ? undefined : 0.5 + (index % 2) * 0.4,
  }));
  for (const { who, ago, hours } of visits.toReversed()) if (who) await addPastVisit(home, who, ago, hours);
  return { home, noah, alma, friends };
}
