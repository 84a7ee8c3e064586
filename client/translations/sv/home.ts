/** The home page and its check-in and check-out modal. */
export const home = {
  tab: 'Välkommen',
  title: 'Välkommen till Framme',
  promise: 'Alltid koll på vilka kompisar som är hos er',
  description:
    'Ditt barns vänner kommer och går. Checka in dem med ett tryck när de är framme, och checka ut dem när de går hem.',
  ask: 'Vem är framme?',
  register: 'Skapa konto',
  free: 'Gratis. Ingen app att ladda ner, inget kort.',
  haveAccount: 'Har du redan ett konto?',
  logIn: 'Logga in',
  toDashboard: 'Till översikten',
  /** The picture of the board, with example names. */
  board: {
    label:
      'Så ser det ut i Framme: Wilma och Leo är här, med tiden när de kom och knappen Checka ut. Maja har just checkats in, och det går att ångra.',
    heading: 'Här nu · 3',
    people: [
      { name: 'Wilma', since: '15:20 · hos Alma' },
      { name: 'Leo', since: '16:05 · hos Hugo' },
    ],
    last: 'Maja · incheckad',
  },
  featuresTitle: 'Tryggt för båda familjerna',
  features: {
    checkIn: {
      title: 'Incheckning',
      text: 'Ett tryck när någon kommer, ett när de går. Tiden sparas genast, även utan täckning så länge sidan är öppen.',
    },
    notifications: {
      title: 'Notiser',
      text: 'Efter ett tryck ligger ett färdigt meddelande till den andra föräldern redo, om du vill med en länk som visar när vännen kom, är kvar och gick hem. Du skickar det från din egen telefon, inget går iväg av sig självt.',
    },
    privacy: {
      title: 'Integritet',
      text: 'Ingen GPS och ingen spårning, bara notiser. Ingen annan familj ser det du sparar, utom det besök du skickar en länk till.',
    },
  },
  how: {
    title: 'Igång på tre minuter',
    one: 'Skapa ett konto.',
    two: 'Lägg till dina barn och deras vänner.',
    three: 'Tryck när någon kommer eller går.',
    register: 'Kom igång',
    picture: 'Ett hus i kvällsljus med öppen dörr och en bock som visar att alla är framme.',
  },
  history: {
    title: 'Vem var här, och när?',
    text: 'Varje besök finns kvar i ett år, eller så länge du väljer, med tiderna för när det började och slutade. Du slipper minnas.',
    action: 'Visa historiken',
  },
} as const;
