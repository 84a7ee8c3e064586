import type { Locator, Page } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';

/** A screen of the app, the way there, and what shows it whole. */
export interface Screen {
  name: string;
  signedIn: boolean;
  path: string;
  /** Leads on from the page of `path`, if that is not the screen itself. */
  go?: (page: Page) => Promise<void>;
  shown: (page: Page) => Locator;
}

const { app, pages } = ALL_TEXTS.sv;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog').getByRole('heading');
const press = (name: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
};
const page = (path: string, signedIn: boolean): Screen => ({ name: path, signedIn, path, shown: heading });

export const SCREENS: readonly Screen[] = [
  ...['/', '/login', '/register', '/forgot-password', '/how-it-works', '/about', '/nowhere'].map((path) =>
    page(path, false),
  ),
  ...['/recover#x', '/verify-email#x', '/confirm-email#x', '/undo-email#x'].map((path) => page(path, false)),
  ...['/', '/dashboard', '/history', '/profile', '/privacy'].map((path) => page(path, true)),
  ...['parents', 'device', 'account', 'security', 'data'].map((name) => page(`/profile/${name}`, true)),
  ...(
    [
      ['/dashboard', app.common.checkIn],
      ['/', app.common.checkIn],
      ['/profile', app.people.addChild],
      ['/profile', app.people.addFriend],
    ] as const
  ).map(([path, name]) => ({
    name: `${path}: ${name}`,
    signedIn: true,
    path,
    go: press(name),
    shown: dialog,
  })),
  {
    name: 'history, from the dashboard',
    signedIn: true,
    path: '/dashboard',
    go: async (on) => {
      await on.getByRole('navigation').getByRole('link', { name: app.common.nav.history }).first().click();
    },
    shown: (on) => heading(on).filter({ hasText: app.history.title }),
  },
  {
    name: 'the other language',
    signedIn: true,
    path: '/dashboard',
    go: async (on) => {
      await on.getByRole('button', { name: app.common.nav.switchLanguage.en }).click();
    },
    shown: (on) => on.locator('html[lang=en]'),
  },
];

/** The sentences that say what is missing. */
export const SENTENCES: readonly string[] = [
  app.common.notLoaded.title,
  pages.notLoaded.text,
  ...Object.values(app.common.languageNotLoaded),
];

/** The names of all texts, as they would show if a text were missing: "hereNow.title". */
export const RAW_KEYS: readonly string[] = keysOf(app).filter((key) => key.includes('.'));

function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value as object, `${path}${key}.`),
  );
}
