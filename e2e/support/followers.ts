import type { Page } from '@playwright/test';
import type { Follow, Follower } from '#domain/protocol/following-calls.ts';
import { HOUR_MS, isoTime } from '#domain/time.ts';
import {
  askToFollow,
  followersOf,
  followsOf,
  householdOf,
  renamed,
  sayYes,
} from '#tests/support/people/following-families.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { type LinkedVisit, linkedVisit } from '#tests/support/people/linked-visit.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { signIn } from './signed-in.ts';

/** Has a family follow a child who is at another family until a planned time, and ask another one. */
export async function followOthers(home: HouseholdOnPhone, friend: string): Promise<void> {
  const { phone, ref, visit, link } = await linkedVisit(home.url, { child: 'Noah', friend });
  await sayYes(phone, await askToFollow(home, link));
  await phone.run('expectHome', { ...ref, visit, at: isoTime(Date.now() + HOUR_MS) });
  await askToFollow(home, (await linkedVisit(home.url)).link);
}

/** A family where Ella is, with a link to that visit, and the family that wants to follow her. */
export class TwoFamilies {
  readonly linked: LinkedVisit;
  readonly home: HouseholdOnPhone;

  private constructor(linked: LinkedVisit, home: HouseholdOnPhone) {
    this.linked = linked;
    this.home = home;
  }

  static async register(url: string, language: 'sv' | 'en', friend = 'Ella Berg'): Promise<TwoFamilies> {
    const linked = await linkedVisit(url, { child: 'Kim', friend });
    await linked.phone.run('updateProfile', { language });
    return new TwoFamilies(linked, await registerHousehold(url, 'Berg'));
  }

  get host(): HouseholdOnPhone {
    return this.linked.phone;
  }

  /** Has the home ask by the link; with `yes` the host agrees. */
  async ask({ yes = false } = {}): Promise<void> {
    const id = await askToFollow(this.home, this.linked.link);
    if (yes) await sayYes(this.host, id);
  }

  /** Has a third family ask by the same link. */
  async askOther(name: string): Promise<void> {
    const other = await registerHousehold(this.home.url, name);
    await done(other, 'askToFollow', { household: other.account.household, link: this.linked.link });
  }

  async answer(yes: boolean): Promise<void> {
    const [first] = await this.followers();
    await done(this.host, 'answerFollower', { ...householdOf(this.host), id: first?.id ?? '', yes });
  }

  followers(): Promise<Follower[]> {
    return followersOf(this.host);
  }

  followed(): Promise<Follow[]> {
    return followsOf(this.home);
  }

  async renameFriend(name: string): Promise<void> {
    await this.host.run('editFriend', renamed(this.linked.ref, name));
  }

  /** Opens a page of the app in a browser of the host, or of the home. */
  async open(page: Page, whose: 'host' | 'home', path = '/dashboard'): Promise<void> {
    const { url } = this.home;
    await signIn(page.context(), this[whose], url);
    await page.goto(url + path);
  }
}
