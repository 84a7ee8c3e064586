import type { Page } from '@playwright/test';
import type { Follower, Following } from '#domain/protocol/following-calls.ts';
import { HOUR_MS, isoTime } from '#domain/time.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { type LinkedVisit, linkedVisit } from '#tests/support/people/linked-visit.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { signIn } from './signed-in.ts';

/** Has a family follow a child who is at another family until a planned time, and ask another one. */
export async function followOthers(home: HouseholdOnPhone, friend: string): Promise<void> {
  const { phone, ref, visit, link } = await linkedVisit(home.url, { child: 'Noah', friend });
  const own = { household: home.account.household };
  const other = { household: phone.account.household };
  await done(home, 'askToFollow', { ...own, link });
  const [asked] = (await done(phone, 'followers', other)).followers;
  await done(phone, 'answerFollower', { ...other, id: asked?.id ?? '', yes: true });
  await phone.run('expectHome', { ...ref, visit, at: isoTime(Date.now() + HOUR_MS) });
  await done(home, 'askToFollow', { ...own, link: (await linkedVisit(home.url)).link });
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
    const { household } = this.home.account;
    await done(this.home, 'askToFollow', { household, link: this.linked.link });
    if (yes) await this.answer(true);
  }

  /** Has a third family ask by the same link. */
  async askOther(name: string): Promise<void> {
    const other = await registerHousehold(this.home.url, name);
    await done(other, 'askToFollow', { household: other.account.household, link: this.linked.link });
  }

  async answer(yes: boolean): Promise<void> {
    const { household } = this.host.account;
    const [first] = await this.followers();
    await done(this.host, 'answerFollower', { household, id: first?.id ?? '', yes });
  }

  async followers(): Promise<Follower[]> {
    const { household } = this.host.account;
    return (await done(this.host, 'followers', { household })).followers;
  }

  async followed(): Promise<Following[]> {
    const { household } = this.home.account;
    return (await done(this.home, 'followed', { household })).following;
  }

  async renameFriend(name: string): Promise<void> {
    const { child, visitor } = this.linked.ref;
    await this.host.run('editFriend', { child, friend: visitor, name, parentPhone: '070-123 45 67' });
  }

  /** Opens a page of the app in a browser of the host, or of the home. */
  async open(page: Page, whose: 'host' | 'home', path = '/dashboard'): Promise<void> {
    const { url } = this.home;
    await signIn(page.context(), this[whose], url);
    await page.goto(url + path);
  }
}
