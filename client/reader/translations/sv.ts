import type { Language } from '#domain/language.ts';

/** The texts of the page behind a link to a visit. */
export const sv = {
  brand: 'Framme',
  title: 'Ett besök',
  description: 'Här ser den andra familjen när ett barn kom på besök, är kvar och gick hem.',
  lead: 'Här ser du när barnet kom, är kvar och gick hem. Inget konto behövs.',
  loading: 'Hämtar besöket …',
  notLoaded: 'Sidan är inte färdigladdad. Kontrollera att du har nät och ladda om sidan.',
  withoutScripts:
    'Sidan behöver JavaScript för att visa besöket. Slå på det i webbläsaren och ladda om sidan.',
  switchLanguage: {
    sv: 'Byt språk till svenska',
    en: 'Byt språk till engelska',
  } satisfies Record<Language, string>,
  checkedIn: 'Incheckad',
  checkedOut: 'Utcheckad',
  in: '{{name}} är hos {{child}}',
  out: '{{name}} har gått hem',
  arrived: 'Kom {{time}}',
  left: 'Gick {{time}}',
  about: 'ungefär {{time}}',
  corrected: '(rättad)',
  arrivedUnknown: 'När {{name}} kom är inte känt.',
  leftUnknown: 'När {{name}} gick är inte känt.',
  planned: 'Hem omkring {{time}}',
  overdue: 'Planerat {{time}}. Ingen utcheckning än.',
  openForLong: 'Ingen utcheckning har nått servern.',
  freshness: 'Visar det som är tryckt och har nått servern. Senast {{time}}.',
  noContact: 'Ingen kontakt. Det här gällde {{time}}.',
  noContactYet: 'Ingen kontakt med servern. Sidan försöker igen.',
  over: 'Besöket är slut. Ett nytt besök syns inte här.',
  own: 'Så här ser den andra familjen det. Det räknas inte som öppnat.',
  dead: {
    title: 'Länken visar inget.',
    text: 'Den kan vara för ny, för gammal eller återtagen. Fråga den som skickade den.',
    tooNew: 'Är länken alldeles ny kan det dröja tills avsändaren har nät. Sidan försöker igen.',
    retry: 'Försök igen',
  },
  takenBack: { title: 'Uppgiften är återtagen.', text: 'Fråga den som skickade länken.' },
  answers: {
    heading: 'Svara',
    'on-my-way': 'Jag är på väg',
    thanks: 'Tack',
    stay: 'Kan {{name}} stanna till {{time}}?',
    stayLonger: 'Kan {{name}} stanna längre?',
    until: 'till {{time}}',
    note: 'Den som skickade länken ser svaret, och när länken först öppnades. Alla som har länken kan svara.',
    given: 'Svar via länken {{time}}: {{answer}}',
    yes: 'Svar: ja, till {{time}}',
    no: 'Svar: tyvärr inte',
    failed: 'Svaret kom inte fram.',
    tooMany: 'Det var många svar på kort tid. Vänta en liten stund.',
    notPossible: 'Det svaret går inte att ge nu.',
    retry: 'Försök igen',
  },
  footer: {
    label: 'Om sidan',
    stored: 'Det här finns sparat om er',
    privacy: 'Integritet',
    contact: 'Kontakt',
    failed: 'Uppgifterna kunde inte hämtas. Försök igen eller ladda om sidan.',
  },
  refused: {
    title: 'Klart.',
    text: 'Länken är stängd och familjen ser att ni har sagt nej.',
    removalAsked:
      'Familjen ser att ni vill bli borttagna. Har inget hänt inom 30 dagar kan ni skriva till den som driver tjänsten.',
    hostUnknown: 'Den som driver tjänsten har inte skrivit vem det är. Fråga den som skickade länken.',
  },
};

export type Texts = typeof sv;
