/** The texts of what is stored, which are loaded with it. */
export const sv = {
  stored: {
    close: 'Stäng',
    failed: 'Uppgifterna kunde inte hämtas.',
    retry: 'Försök igen',
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

export type StoredTexts = typeof sv;
