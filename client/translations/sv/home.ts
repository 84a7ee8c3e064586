import { HOURS_AFTER_VISIT } from '#domain/limits.ts';

export const home = {
  tab: 'Välkommen',
  title: 'Välkommen till Framme',
  promise: 'Tryggt för båda familjerna, varje besök',
  description:
    'Ett tryck när barnens kompisar är framme, ett när de går hem. Den andra familjen kan se det också, utan konto.',
  ask: 'Vem är framme?',
  register: 'Skapa konto',
  free: 'Gratis. Ingen app att ladda ner, inget kort.',
  toDashboard: 'Till översikten',
  sample: {
    title: 'Prova här',
    example: 'Exempel',
    hint: 'Tryck på en knapp. Namnen är påhittade, och inget sparas.',
    felt: 'Så här känns det.',
    people: [
      { name: 'Wilma', host: 'Alma', press: 'Checka ut Wilma' },
      { name: 'Leo', host: 'Hugo', press: 'Checka ut Leo' },
      { name: 'Maja', host: 'Hugo', press: 'Checka in Maja' },
    ],
  },
  family: {
    title: 'Den andra familjen ser det också, utan konto',
    text: `Skicka en länk från din telefon. Då ser de när barnet kommer och går, och kan svara med ett tryck. Länken visar bara det besöket och slutar gälla ${HOURS_AFTER_VISIT} timmar efter att barnet har gått hem.`,
    homeAgain: 'Framme – och hemma igen: när ett barn går hem själv får ni veta om ingen säger ”Är hemma”.',
    picture: {
      label:
        'Så ser den andra familjen besöket: Wilma är hos Alma, incheckad. Hon kom 15:20 och ska hem omkring 18:00. De kan svara att de är på väg, eller tacka.',
      headline: 'Wilma är hos Alma',
      arrived: 'Kom 15:20',
      planned: 'Hem omkring 18:00',
      answers: ['Jag är på väg', 'Tack'],
    },
  },
  featuresTitle: 'Enkelt i dörren',
  features: {
    checkIn: {
      title: 'Incheckning',
      text: 'Checka in den som kommer och ut den som går. Tiden sparas genast, även utan nät, och skickas när nätet är tillbaka.',
    },
    notifications: {
      title: 'Notiser',
      text: 'Efter trycket ligger ett färdigt meddelande till den andra föräldern redo, med länk om du vill. Du skickar det från din egen telefon.',
    },
    privacy: {
      title: 'Integritet',
      text: 'Ingen GPS och ingen spårning, bara notiser om det du själv trycker. Ingen annan familj ser det du sparar, utom det besök du skickar en länk till.',
    },
  },
  how: {
    title: 'Så kommer du igång',
    one: 'Skapa ett konto.',
    two: 'Lägg till dina barn och deras kompisar.',
    three: 'Tryck när någon kommer eller går.',
    register: 'Kom igång',
    picture: 'Ett hus i kvällsljus med öppen dörr och en bock som visar att alla är framme.',
  },
  history: {
    title: 'Vem var här, och när?',
    text: 'Varje besök finns kvar i ett år, eller så länge du väljer, med tiderna för när det började och slutade. Du slipper minnas.',
    action: 'Visa historiken',
  },
  host: {
    title: 'Vem står bakom, och var finns uppgifterna?',
    named:
      '{{name}} driver tjänsten. Uppgifterna ligger på deras server och på de enheter där du är inloggad.',
    unnamed:
      'Uppgifterna ligger på servern hos den som driver tjänsten, och på de enheter där du är inloggad.',
    text: 'Det finns ingen reklam och inga spårare, och inget säljs vidare. Du kan när som helst hämta eller radera allt.',
    about: 'Om Framme',
  },
} as const;

export const texts = { home } as const;
