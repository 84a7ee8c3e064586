import { sv as visit } from '#client/shared-visit/texts/sv.ts';
import type { Language } from '#domain/language.ts';

export const sv = {
  ...visit,
  brand: 'Framme',
  title: 'Ett besök',
  lead: 'Framme visar när barn kommer fram och går hem. Inget konto behövs.',
  from: 'Från {{name}}, {{whose}} förälder',
  call: 'Ring {{name}}, {{phone}}',
  loading: 'Hämtar besöket …',
  crash: {
    title: 'Något gick fel',
    text: 'Sidan kunde inte visas. Ladda om den. Hjälper det inte kan en översättning eller ett tillägg i webbläsaren vara i vägen: stäng av det.',
    reload: 'Ladda om sidan',
  },
  switchLanguage: {
    sv: 'Byt språk till svenska',
    en: 'Byt språk till engelska',
  } satisfies Record<Language, string>,
  checkedIn: 'Incheckad',
  checkedOut: 'Utcheckad',
  freshness: 'Uppdaterad {{time}}',
  noContact: 'Ingen kontakt. Senast uppdaterad {{time}}.',
  noContactYet: 'Ingen kontakt med servern. Sidan försöker igen.',
  over: 'Besöket är slut. Ett nytt besök syns inte här.',
  own: 'Så här ser den andra familjen det. Det räknas inte som öppnat.',
  dead: {
    title: 'Länken gäller inte längre.',
    text: 'Den kan vara för gammal eller återtagen. Fråga den som skickade den.',
    tooNew: 'Är länken alldeles ny kan det dröja innan den börjar gälla. Sidan försöker igen.',
  },
  takenBack: {
    title: 'Länken gäller inte längre.',
    text: 'Den är återtagen. Fråga den som skickade den.',
  },
  answerNote:
    'Den som skickade länken ser svaret, och när länken först öppnades. Alla som har länken kan svara.',
  footer: {
    label: 'Om sidan',
    stored: 'Det här finns sparat om er',
    privacy: 'Integritet',
    contact: 'Kontakt',
    failed: 'Uppgifterna kunde inte hämtas. Försök igen eller ladda om sidan.',
  },
  /** For parents with their own account on the device. */
  follow: {
    offer: 'Följ {{name}} i din Framme',
    about: 'De ser namn och e-postadress för föräldrarna i din familj, och säger ja eller nej.',
    asked: 'Skickat. Väntar på svar.',
    where: 'Svaret syns under Hos andra.',
    failed: {
      offline: 'Frågan kom inte fram. Försök igen.',
      dead: 'Länken gäller inte längre. Be om en ny.',
      full: 'Gränsen för hur många som får följa är nådd.',
      busy: 'Just nu kan ni inte fråga. Försök igen senare.',
      ended: 'Du är inte inloggad längre. Länken gäller fortfarande: logga in och öppna den igen.',
    },
    logIn: 'Logga in',
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
