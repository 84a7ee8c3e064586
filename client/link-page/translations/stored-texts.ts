import type { Language } from '#domain/language.ts';

const sv = {
  stored: {
    close: 'Stäng',
    name: 'Namn',
    phone: 'Telefon',
    phoneEnding: 'ett telefonnummer som slutar på {{digits}}',
    noPhone: 'inget telefonnummer',
    visit: 'Besöket',
    made: 'Länken skapades',
    opened: 'Först öppnad',
    notOpened: 'inte än',
    answer: 'Svar',
    noAnswer: 'inget',
    before: 'Svaret före det',
    note: 'Anteckning',
    noteHidden: 'Familjen kan ha en egen anteckning, som inte visas här.',
    kept: 'Sparas',
    keptFor: 'Familjen sparar avslutade besök i {{time}}. Länken och svaret tas bort inom fyra dygn.',
    days: '{{days}} dagar',
    year: 'ett år',
    keptForEver: 'Familjen sparar besöket tills den tar bort det. Länken och svaret tas bort inom fyra dygn.',
    host: 'Driver tjänsten',
    complaint: 'Du kan klaga hos Integritetsskyddsmyndigheten:',
    authority: { name: 'imy.se', href: 'https://www.imy.se/' },
  },
  refuse: {
    heading: 'Vill ni inte ha länkar?',
    none: 'Inga fler länkar från den här familjen',
    noneText:
      'Länken stängs genast, och nya länkar från familjen fungerar inte. Familjen kan ändå skriva till er från sin egen telefon.',
    removal: 'Be att bli borttagna',
    removalText:
      'Länken stängs, och familjen får en begäran om att ta bort det som är sparat om {{name}}. Har inget hänt inom 30 dagar kan ni skriva till den som driver tjänsten.',
    sure: 'Vill ni det? Länken går inte att öppna igen.',
    confirm: { none: 'Ja, inga fler länkar', removal: 'Ja, be familjen' },
    cancel: 'Avbryt',
    failed: 'Det kom inte fram.',
  },
};

const en: typeof sv = {
  stored: {
    close: 'Close',
    name: 'Name',
    phone: 'Phone',
    phoneEnding: 'a phone number ending in {{digits}}',
    noPhone: 'no phone number',
    visit: 'The visit',
    made: 'Link created',
    opened: 'First opened',
    notOpened: 'not yet',
    answer: 'Reply',
    noAnswer: 'none',
    before: 'The reply before it',
    note: 'Note',
    noteHidden: 'The family may have a note of its own, which is not shown here.',
    kept: 'Kept',
    keptFor:
      'The family keeps past visits for {{time}}. The link and the reply are removed within four days.',
    days: '{{days}} days',
    year: 'a year',
    keptForEver:
      'The family keeps the visit until it removes it. The link and the reply are removed within four days.',
    host: 'Runs this site',
    complaint: 'You can complain to the Swedish Authority for Privacy Protection:',
    authority: { name: 'imy.se', href: 'https://www.imy.se/en/' },
  },
  refuse: {
    heading: 'Don’t want links?',
    none: 'No more links from this family',
    noneText:
      'The link closes at once, and new links from the family do not work. The family can still write to you from their own phone.',
    removal: 'Ask to be removed',
    removalText:
      'The link closes, and the family is asked to remove what is stored about {{name}}. If nothing has happened within 30 days, you can write to whoever runs this site.',
    sure: 'Do you want that? The link cannot be opened again.',
    confirm: { none: 'Yes, no more links', removal: 'Yes, ask the family' },
    cancel: 'Cancel',
    failed: 'It did not get through.',
  },
};

export const STORED_TEXTS: Record<Language, typeof sv> = { sv, en };
