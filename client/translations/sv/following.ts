import { sv as visit } from '#client/shared-visit/texts/sv.ts';
import { MAX_ASKING, MAX_FOLLOWED, MAX_FOLLOWERS, QUESTION_DAYS } from '#domain/limits.ts';

export const following = {
  heading: 'Hos andra',
  here: '{{name}} är hos {{child}} sedan {{time}}',
  asOf: 'Det här gällde {{time}}',
  away: 'Inte hos {{child}} nu.',
  hidden: 'Inget visas just nu.',
  since: 'Ni följer sedan {{date}}.',
  answer: 'Svara',
  end: 'Avsluta',
  whom: '{{name}} hos {{child}}',
  endNamed: 'Sluta följa {{whom}}',
  asked: 'Skickat. Väntar på svar.',
  askedAt: 'Skickat {{time}}.',
  takeBack: 'Ta tillbaka',
  note: 'Familjen som {{name}} är hos ser svaret.',
  ask: {
    label: 'Länken, eller hela meddelandet',
    hint: `Den andra familjen ser namn och e-postadress för alla föräldrar hos er, och säger ja eller nej. Svarar de inte inom ${QUESTION_DAYS} dagar försvinner frågan.`,
    submit: 'Fråga',
    missing: 'Klistra in länken du fick.',
    noLink:
      'Här finns ingen länk till ett besök. Kopiera hela länken i meddelandet du fick, och klistra in den.',
    done: 'Skickat. Svaret syns under Hos andra på översikten.',
  },
  confirm: {
    endTitle: 'Sluta följa {{whom}}?',
    endText:
      'Ni ser inte längre när {{name}} kommer, är där och går hem. Den andra familjen får inget meddelande om det. Vill ni följa igen behövs en ny länk och ett nytt ja.',
    takeBackTitle: 'Ta tillbaka frågan?',
    takeBackText: 'Den andra familjen ser den inte längre. De får inget meddelande om det.',
    network: 'Det här kräver nät.',
    ended: 'Ni följer inte {{whom}} längre.',
    takenBack: 'Frågan är återtagen.',
  },
  failures: {
    expired:
      'Länken visar inget. Den kan vara för gammal, återtagen, er egen eller från en annan server. Be om en ny.',
    limit: `Gränsen är nådd: ni kan följa högst ${MAX_FOLLOWED} barn, och högst ${MAX_FOLLOWERS} familjer kan följa samma barn och ${MAX_ASKING} vänta på svar.`,
    later: 'Det blev många försök. Inget är ändrat. Försök igen {{time}}.',
  },
  coming: {
    onTheWay: 'På väg sedan {{since}}\u00a0· väntas\u00a0{{due}}',
    late: 'Väntades {{due}}. Ingen incheckning har nått Framme.',
    expected: 'Väntas {{due}}',
    expectedOn: 'Väntas {{day}} {{due}}',
    expectedAt: 'Väntas {{day}} {{due}} hos {{child}}',
    today: 'idag',
    tomorrow: 'imorgon',
    goes: 'Går dit',
    goesNow: 'Går nu',
    within: 'Går nu, väntas om',
    another: 'Annan tid',
    goesUntil: 'Går nu, väntas {{time}}',
    comes: 'Kommer {{day}} {{time}}',
    notTold:
      'Ingen kontakt med servern, så den andra familjen vet inget om det här. Ring eller skriv till dem.',
    checkedIn: '{{name}} är redan incheckad hos {{child}}.',
  },
  visit,
} as const;

const question = '{{parents}} vill följa {{whose}} besök hos er. Ni kan avsluta när som helst.';

export const followers = {
  question: { one: question, other: question },
  verified: '{{parents}}: {{email}}, bekräftad adress. Konto sedan {{date}}.',
  notVerified: '{{parents}}: {{email}}, inte bekräftad. Konto sedan {{date}}.',
  byLink: 'De frågade med länken ni skickade {{time}}.',
  callFirst: 'Är du osäker på vilka de är? Ring innan du svarar.',
  yes: 'Ja',
  no: 'Nej',
  /** Followed before; sees nothing now. */
  renamed: 'De följde {{was}}. Nu står {{name}} här, så de ser ingenting förrän du svarar.',
  restored: 'De följde {{name}} förut. Servern är återställd, så de ser ingenting förrän du svarar.',
  saidYes: 'De får se när {{name}} kommer och går.',
  saidNo: 'De ser ingenting om {{name}}.',
  failed: {
    offline: 'Det kom inte fram. Försök igen om en stund.',
    full: `${MAX_FOLLOWERS} familjer följer redan {{name}}. Avsluta en av dem först.`,
    server: 'Servern tog inte emot det. Försök igen om en stund.',
  },
  gone: 'Det är redan avslutat.',
  title: 'Vem som följer {{name}}',
  followedBy: 'Följs av {{parents}} sedan {{date}}',
  end: 'Avsluta',
  endTitle: 'Vill du avsluta?',
  endText: '{{parents}} ser sedan inget mer om {{name}}. Det här kräver nät.',
  ended: 'De följer inte {{name}} längre.',
  guest:
    'Ingen än. Vill du att den andra familjen ser när {{name}} är här? Skicka en länk med Meddela. De trycker på Följ, och du säger ja. Användar-id:t visar dem ingenting.',
} as const;
