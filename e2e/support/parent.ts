import { expect, type Locator, type Page } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import type { AllTexts } from '#client/translations/translations.ts';
import type { Language } from '#domain/language.ts';
import { calls } from '#domain/protocol/calls.ts';
import { accountIn, HouseholdOnPhone } from '#tests/support/people/household.ts';
import { postJson } from '#tests/support/server/http.ts';
import { untilRest, watchRequests } from './rest.ts';
import { signIn } from './signed-in.ts';
import { pressStill, untilOpen } from './still.ts';

/** Texts of the screens. */
export type Words = AllTexts;

/** The person in a test. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export function person(firstName: string, lastName: string): Person {
  const email = `${firstName}.${lastName}.${crypto.randomUUID()}@example.org`.toLowerCase();
  return { firstName, lastName, email, password: `${firstName} lives here` };
}

/** A child, Noah, with friends, for `settle`. */
export function noahWith(...friends: string[]) {
  return async (home: HouseholdOnPhone): Promise<void> => {
    const noah = await home.addChild('Noah', '2019-05-01');
    for (const name of friends) await home.addFriend(noah, name);
  };
}

/** Interpolates placeholders like the app does. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => String(values[key] ?? ''));
}

/** Actions of a parent, by the visible texts. */
export class Parent {
  readonly page: Page;
  readonly language: Language;
  readonly words: Words;
  /** The address of the server. */
  readonly url: string;

  constructor(page: Page, language: Language, url: string) {
    this.page = page;
    this.language = language;
    this.words = ALL_TEXTS[language];
    this.url = url;
  }

  async register(url: string, who: Person, confirmed = who.password): Promise<void> {
    await this.page.goto(`${url}/register`);
    await this.fillRegistration(who, confirmed);
  }

  /** Registers by a call, lets `prepare` add children and visitors, and opens the dashboard. */
  async settle(
    url: string,
    who = person('Maja', 'Lind'),
    prepare: (home: HouseholdOnPhone) => Promise<void> = async () => {},
  ): Promise<HouseholdOnPhone> {
    const answer = await postJson(url, calls.register.path, { ...who, language: this.language });
    const home = new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
    await prepare(home);
    await signIn(this.page.context(), home, url);
    watchRequests(this.page);
    await this.page.goto(`${url}/dashboard`);
    await this.waitForHeading(this.words.common.nav.dashboard);
    // The heading comes before the family: without the network the page would never have it.
    await untilRest(this.page);
    return home;
  }

  /** Skips the sheet that follows a registration. */
  async skipFirstRun(url: string): Promise<void> {
    await expect(this.page).toHaveURL(`${url}/dashboard`, { timeout: 20_000 });
    const sheet = this.page.getByRole('dialog');
    await sheet.getByRole('button', { name: this.words.firstRun.skip }).click();
    await expect(sheet).toBeHidden();
  }

  async fillRegistration(
    { firstName, lastName, email, password }: Person,
    confirmed = password,
  ): Promise<void> {
    const { signIn } = this.words;
    await this.page.getByLabel(signIn.firstName).fill(firstName);
    await this.page.getByLabel(signIn.lastName).fill(lastName);
    await this.page.getByLabel(signIn.email).fill(email);
    await this.page.getByLabel(signIn.password, { exact: true }).fill(password);
    await this.page.getByLabel(signIn.confirmPassword).fill(confirmed);
    await this.page.getByRole('main').getByRole('button', { name: signIn.createAccount }).click();
  }

  async logIn({ email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
    const { common, signIn } = this.words;
    await this.page.getByLabel(signIn.email).fill(email);
    await this.page.getByLabel(signIn.password, { exact: true }).fill(password);
    await this.page.getByRole('main').getByRole('button', { name: common.nav.signIn, exact: true }).click();
  }

  async logOut(): Promise<void> {
    await this.follow(this.words.common.nav.signOut);
    await expect(this.page.getByRole('banner').getByText(this.words.common.nav.signIn)).toBeAttached();
  }

  /** Follows a navigation item: in the header, in the bottom bar on phones, or else in the menu. */
  async follow(item: string): Promise<void> {
    const navigation = this.page.getByRole('navigation').or(this.page.getByRole('banner'));
    const link = navigation
      .getByRole('link', { name: item })
      .or(navigation.getByRole('button', { name: item }));
    const shown = link.filter({ visible: true }).first();
    const menu = this.page.getByRole('button', { name: this.words.common.nav.openMenu });
    await expect(shown.or(menu).first()).toBeVisible();
    if (!(await shown.isVisible())) await menu.click();
    await shown.click();
    await this.waitForHeading(item);
  }

  /** Waits for the heading, as the address changes before the page does. */
  private async waitForHeading(item: string): Promise<void> {
    const { dashboard, history, profile } = this.words.common.nav;
    if (![dashboard, history, profile].includes(item)) return;
    await expect(this.page.getByRole('heading', { level: 1, name: item })).toBeVisible();
  }

  async addChild(name: string, birthDate: string): Promise<void> {
    const { people } = this.words;
    await this.add(people.addChild, { [people.fields.name]: name, [people.fields.birthDate]: birthDate });
  }

  async addFriend(name: string, parentPhone: string): Promise<void> {
    const { people } = this.words;
    await this.add(people.addFriend, {
      [people.fields.name]: name,
      [people.fields.parentPhone]: parentPhone,
    });
  }

  async addGuest(name: string, parentUserId: string): Promise<void> {
    const { people } = this.words;
    await this.add(people.addGuest, {
      [people.fields.name]: name,
      [people.fields.parentUserId]: parentUserId,
    });
  }

  private async add(button: string, fields: Record<string, string>): Promise<void> {
    // At rest: the page scrolls to a child that was added, and its lists grow.
    await pressStill(this.page.getByRole('button', { name: button }));
    await this.fillDialog(fields, this.words.common.add);
  }

  /** Finds a visible text, outside the live regions. */
  shown(text: string): Locator {
    return this.page.locator('#root').getByText(text);
  }

  async fillDialog(fields: Record<string, string>, submit: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    for (const [label, value] of Object.entries(fields))
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByRole('button', { name: submit, exact: true }).click();
  }

  /** Opens the sheet of a visitor on the dashboard by the text of the row. */
  async openRow(name: string): Promise<void> {
    const row = this.page.getByRole('main').getByRole('button', { name: new RegExp(`^${name} `) });
    await untilOpen(row.first(), this.page.getByRole('dialog'));
  }

  /** Opens the modal of the home page and chooses a child. */
  async openModal(mode: 'checkIn' | 'checkOut', child: string) {
    // Pages that are left have such a button too.
    await expect(this.page.getByRole('heading', { level: 1, name: this.words.home.title })).toBeVisible();
    await this.page
      .getByRole('main')
      .getByRole('button', { name: this.words.common[mode], exact: true })
      .click();
    const dialog = this.page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { level: 3, name: this.words.modal.chooseChild })).toBeVisible();
    await dialog.getByRole('button', { name: child }).click();
    return dialog;
  }
}
