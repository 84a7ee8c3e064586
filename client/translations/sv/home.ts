export const home = {
  tab: 'Välkommen',
  title: 'Välkommen till Framme',
  promise: 'Tryggt för båda familjerna, varje besök',
  description:
    'Ett tryck när barnens kompisar är framme, ett när de går hem. Den andra familjen ser det också. Ingen GPS.',
  ask: 'Vem är framme?',
  register: 'Skapa konto',
  free: 'Gratis. Ingen app att ladda ner, inget kort.',
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
  featuresTitle: 'Enkelt i dörren',
  features: {
    checkIn: {
      title: 'Incheckning',
      text: 'Ett tryck in, ett tryck ut. Tiden sparas genast, även utan nät, och skickas när nätet är tillbaka.',
    },
    notifications: {
      title: 'Notiser',
      text: 'Skicka en länk från din telefon: den andra familjen ser besöket och svarar med ett tryck, utan konto. Går barnet hem själv får ni veta om ingen säger ”Är hemma”.',
    },
    privacy: {
      title: 'Integritet',
      text: 'Ingen GPS och ingen spårning, bara notiser om det du själv trycker. Ingen annan familj ser det du sparar, utom det besök du skickar en länk till.',
    },
  },
  how: {
    title: 'Så kommer du igång',
    one: 'Skapa ett konto.',
    two: 'Lägg till barnen och deras kompisar.',
    three: 'Tryck när någon kommer eller går.',
    register: 'Kom igång',
    picture: 'Ett hus i kvällsljus med öppen dörr och ljus i alla fönster. Två barn är framme.',
  },
  history: {
    title: 'Vem var här, och när?',
    text: 'Varje besök finns kvar i ett år, eller så länge du väljer. Du slipper minnas.',
    action: 'Visa historiken',
  },
  host: {
    named: '{{name}} driver tjänsten, och uppgifterna ligger på deras server.',
    unnamed: 'Uppgifterna ligger på servern hos den som driver tjänsten.',
    text: 'Ingen reklam, inga spårare, och inget säljs vidare. Hämta eller radera allt när du vill.',
    about: 'Om Framme',
  },
} as const;

export const texts = { home } as const;
