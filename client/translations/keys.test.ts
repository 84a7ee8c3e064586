import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, LOCALES, otherLanguages } from '#domain/language.ts';
import { ALL_TEXTS } from './all-texts.ts';

const PLURAL = /\.(zero|one|two|few|many|other)$/;
const CLIENT = new URL('..', import.meta.url).pathname;
/** The texts that define the keys, and those of each other language. */
const original = textsIn(DEFAULT_LANGUAGE);
const translations = otherLanguages(DEFAULT_LANGUAGE).map((language) => ({
  language,
  texts: textsIn(language),
}));

/** Texts that are rightly the same as the original: names, loan words and signs. */
const SAME: Record<Language, string[]> = {
  sv: [],
  en: [
    'refused.at',
    'common.brand',
    'home.sample.people.0.name',
    'home.sample.people.0.host',
    'home.sample.people.1.name',
    'home.sample.people.1.host',
    'home.sample.people.2.name',
    'home.sample.people.2.host',
    'profile.pages.data.title',
    'addVisit.earlier',
  ],
};

test('English has the keys of Swedish, and no text is empty', () => {
  for (const { language, texts } of translations)
    expect([...texts.keys()], language).toEqual([...original.keys()]);
  for (const language of LANGUAGES)
    for (const [key, text] of textsIn(language)) expect(text.trim(), `${language} ${key}`).not.toBe('');
});

test('the texts that are the same in both languages are exactly those on the list', () => {
  for (const { language, texts } of translations) {
    const same = [...original].filter(([key, text]) => texts.get(key) === text).map(([key]) => key);
    expect(same.toSorted(), language).toEqual(SAME[language].toSorted());
  }
});

test('every translation has the placeholders of the original', () => {
  const named = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
  for (const { language, texts } of translations)
    for (const [key, text] of original)
      expect(named(texts.get(key)), `${language} ${key}`).toEqual(named(text));
});

test('every plural has all forms that Swedish and English need', () => {
  const plurals = [...original.keys()].filter((key) => isPlural(key));
  expect(plurals).not.toEqual([]);
  for (const language of LANGUAGES) {
    const forms = new Intl.PluralRules(LOCALES[language]).resolvedOptions().pluralCategories;
    for (const key of plurals)
      for (const form of forms) {
        const wanted = key.replace(PLURAL, `.${form}`);
        expect(original.has(wanted), `${language} ${wanted}`).toBe(true);
      }
  }
});

test('the page on cookies names every value that the language cookie can have', () => {
  for (const language of LANGUAGES) {
    const about = ALL_TEXTS[language].pages.cookies.sections.find(({ text }) => text.includes('i18nextLng'));
    for (const code of LANGUAGES) expect(about?.text, language).toMatch(new RegExp(`\\b${code}\\b`));
  }
});

test('English signs in and out, and logs in nowhere but on the busy button of the specification', async () => {
  const files = await Array.fromAsync(
    glob('{translations/en/*,link-page/translations/en*}.ts', { cwd: CLIENT }),
  );
  const said = files.flatMap((file) =>
    readFileSync(CLIENT + file, 'utf8').match(/\blog(?:s|ged|ging)? (?:in|out)\b.*/gi),
  );
  expect(said.filter((one) => one !== null)).toEqual(["Logging in...',"]);
});

test('no message of a failure supposes that the device has no network: the server may have stopped', async () => {
  const supposed = [
    /kontrollera[^.]*\bnät|\b(?:när|tills)[^.]* har nät|verkar sakna/i,
    /[Cc]heck[^.]* network|\b(?:are|be|is|once|that)\b[^.]* o(?:n|ff)line\b|when you have a network|Offline\./,
  ];
  const files = await Array.fromAsync(
    glob('{translations,link-page/translations,shared-visit/texts}/{sv,en}{,/*}.ts', { cwd: CLIENT }),
  );
  const lines = files.flatMap((file) => readFileSync(CLIENT + file, 'utf8').split('\n'));
  const suppose = (line: string) => supposed.some((words) => words.test(line));
  expect(['Försök igen när du har nät.', 'Check that you are online.'].filter(suppose)).toHaveLength(2);
  expect(lines.filter(suppose)).toEqual([]);
});

test('every text is used somewhere', async () => {
  const used = await usedKeys();
  const isUsed = (key: string) => {
    const plain = isPlural(key) ? key.replace(PLURAL, '') : key;
    return used.some((prefix) => plain === prefix || plain.startsWith(`${prefix}.`));
  };
  expect([...original.keys()].filter((key) => !isUsed(key))).toEqual([]);
});

/** A plural has at least the forms of Swedish. */
function isPlural(key: string): boolean {
  return PLURAL.test(key) && ['one', 'other'].every((form) => original.has(key.replace(PLURAL, `.${form}`)));
}

function textsIn(language: Language): Map<string, string> {
  return textsOf(ALL_TEXTS[language]);
}

/** Every text with its key, `common.nav.home`. */
function textsOf(node: object, above = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(node)) {
    const key = above ? `${above}.${name}` : name;
    if (typeof value === 'string') found.set(key, value);
    else for (const [below, text] of textsOf(value, key)) found.set(below, text);
  }
  return found;
}

/** The keys that the sources select; one with a computed end, `$.home.features[key]`, counts for all below it. */
async function usedKeys(): Promise<string[]> {
  const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: CLIENT }));
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(CLIENT + file, 'utf8');
      return [...source.matchAll(/(?:\$|\btexts)((?:\s*\.\w+)+)/g)].map(([, path = '']) =>
        path.replace(/\s/g, '').slice(1),
      );
    });
}

/** The wording of the specification, which no translator may change. */
const EXACT = {
  en: {
    callFailures: {
      'email-taken': 'An account with this email already exists',
      'weak-password': 'Password should be at least 6 characters',
      passwordsDiffer: 'Passwords do not match',
      'invalid-credentials': 'Invalid email or password',
      signIn: 'Failed to sign in. Please check your credentials.',
    },
    common: {
      ...{ active: 'Active', completed: 'Completed' },
      failures: {
        addChild: 'Failed to add child',
        addGuest: 'Failed to add guest',
        notAuthenticated: 'User not authenticated',
      },
    },
  },
  sv: {
    callFailures: { signIn: 'Kunde inte logga in. Kontrollera dina uppgifter.' },
    common: {
      ...{ error: 'Ett fel uppstod', success: 'Lyckades!', active: 'Pågående', completed: 'Avslutad' },
      ...{ checkedIn: 'Incheckad', checkedOut: 'Utcheckad' },
    },
    people: { friendAdded: 'Vän tillagd!' },
    profileForm: { saved: 'Profil uppdaterad!' },
  },
};

test('the messages of the specification stand word for word', () => {
  expect(ALL_TEXTS).toMatchObject(EXACT);
});
