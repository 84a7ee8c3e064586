import type { NoticeTemplate, TemplateTexts } from './translation.ts';
import { svParents } from './translations-sv-parents.ts';

const OPEN = 'Öppna Framme';
const NOTHING_TO_DO = 'Var det du? Då behöver du inte göra något.';
const LOOK = {
  button: 'Se över kontot',
  after: [
    'Var det inte du? Byt lösenord, se över inloggningssätt och passnycklar och logga ut de andra enheterna.',
  ],
} as const;

/** The mails that tell of a change of the account. */
export const svNotices: Record<NoticeTemplate, TemplateTexts> = {
  addressChanging: {
    subject: 'E-postadressen till ditt konto i Framme ska bytas',
    preheader: 'Var det inte du? Byt lösenord nu.',
    before: [
      'Någon som är inloggad på ditt konto har bett om att byta e-postadress. Bytet sker när den nya adressen är bekräftad.',
      'Var det du? Då behöver du inte göra något här.',
    ],
    button: OPEN,
    after: [
      'Var det inte du? Öppna Framme, byt lösenord och logga ut dina andra enheter. Då gäller inte bytet längre.',
    ],
  },
  addressChanged: {
    subject: 'E-postadressen till ditt konto i Framme är bytt',
    preheader: 'Var det inte du? Ångra bytet inom sju dagar.',
    before: [
      'Ditt konto har bytt till en annan e-postadress. Mejl om kontot går dit från och med nu.',
      NOTHING_TO_DO,
    ],
    button: 'Ångra bytet',
    after: [
      'Var det inte du? Ångra bytet inom sju dagar. Du behöver ett lösenord som kontot har haft de sju dagarna före bytet, eller vara inloggad, och väljer sedan ett nytt lösenord. Då loggas alla enheter ut. De inloggningssätt som har lagts till efter bytet tas bort, och du väljer vilka av de andra som är kvar. Under tiden kan ingen annan få den här adressen.',
    ],
  },
  unverifiedAddressChanged: {
    subject: 'Ett konto i Framme har inte längre den här e-postadressen',
    preheader: 'Adressen blev aldrig bekräftad.',
    before: [
      'Ett konto som hade den här e-postadressen har bytt till en annan. Adressen hade inte bekräftats.',
      NOTHING_TO_DO,
    ],
    button: OPEN,
    after: ['Är kontot ditt, och var det inte du? Då kan den som driver tjänsten hjälpa dig.'],
  },
  addressRestored: {
    subject: 'Bytet av e-postadress i Framme är ångrat',
    preheader: 'Kontot har sin tidigare adress igen.',
    before: [
      'Kontot har inte längre den här e-postadressen: det har sin tidigare adress igen.',
      NOTHING_TO_DO,
    ],
    button: OPEN,
    after: ['Är kontot ditt, och var det inte du? Då kan den som driver tjänsten hjälpa dig.'],
  },
  passwordChanged: {
    subject: 'Lösenordet till ditt konto i Framme är ändrat',
    preheader: 'Var det inte du? Välj ett nytt lösenord nu.',
    before: ['Lösenordet till ditt konto har ändrats, och de andra enheterna är utloggade.', NOTHING_TO_DO],
    button: OPEN,
    after: ['Var det inte du? Öppna Framme, välj ”Glömt lösenordet?” och välj ett nytt lösenord.'],
  },
  signInMethodsChanged: {
    subject: 'Sätten att logga in på ditt konto i Framme är ändrade',
    preheader: 'Var det inte du? Se över ditt konto nu.',
    before: [
      'Någon som är inloggad på ditt konto har lagt till en passnyckel eller en annan tjänst, eller skapat nya återställningskoder.',
      NOTHING_TO_DO,
    ],
    button: 'Se över kontot',
    after: [
      'Var det inte du? Öppna kontot, ta bort det du inte känner igen, skapa nya återställningskoder om du har sådana och byt lösenord.',
    ],
  },
  passkeyRemoved: {
    subject: 'En passnyckel är borttagen från ditt konto i Framme',
    preheader: 'Var det inte du? Se över ditt konto nu.',
    before: [
      'Någon som är inloggad på ditt konto har tagit bort en passnyckel. Det går inte längre att logga in med den.',
      NOTHING_TO_DO,
    ],
    ...LOOK,
  },
  providerDisconnected: {
    subject: 'En tjänst är bortkopplad från ditt konto i Framme',
    preheader: 'Var det inte du? Se över ditt konto nu.',
    before: [
      'Någon som är inloggad på ditt konto har kopplat bort en tjänst som det gick att logga in med.',
      NOTHING_TO_DO,
    ],
    ...LOOK,
  },
  passkeyRequired: {
    subject: 'Ditt konto i Framme kräver nu en passnyckel',
    preheader: 'Var det inte du? Se över ditt konto nu.',
    before: [
      'Någon som är inloggad på ditt konto har slagit på att en passnyckel krävs. De andra enheterna är utloggade, och lösenordet räcker inte längre.',
      NOTHING_TO_DO,
    ],
    ...LOOK,
  },
  passkeyNotRequired: {
    subject: 'Ditt konto i Framme kräver inte längre en passnyckel',
    preheader: 'Var det inte du? Se över ditt konto nu.',
    before: [
      'Någon som är inloggad på ditt konto har slagit av att en passnyckel krävs. Nu räcker lösenordet, eller mejlen, för att logga in.',
      NOTHING_TO_DO,
    ],
    ...LOOK,
  },
  ...svParents,
};
