import { MAX_FOLLOWERS } from '#domain/limits.ts';

const question =
  '{{parents}} vill se när {{name}} kommer, är här och går hem, varje gång, tills någon avslutar.';

/** Other families that follow a friend or guest, or ask to. */
export const followers = {
  question: { one: question, other: question },
  verified: '{{parents}}: {{email}}, bekräftad adress. Konto sedan {{date}}.',
  notVerified: '{{parents}}: {{email}}, inte bekräftad. Konto sedan {{date}}.',
  byLink: 'De frågade med länken ni skickade {{time}}.',
  callFirst: 'Är du osäker på vilka de är? Ring innan du svarar.',
  yes: 'Ja',
  no: 'Nej',
  /** Followed before, and shows nothing now. */
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
  endText: '{{parents}} ser sedan inget mer om {{name}}. Det behövs nät för det här.',
  ended: 'De följer inte {{name}} längre.',
  guest:
    'Ingen än. Ska den andra familjen se när {{name}} är här: skicka en länk med Meddela. De trycker på Följ, och du säger ja. Användar-id:t öppnar ingenting.',
} as const;
