import type { ParentNotice, TemplateTexts } from './translation.ts';

/** The mails about the parents of a household. */
export const svParents: Record<ParentNotice, TemplateTexts> = {
  parentInvited: {
    subject: 'En annan förälder har bjudit in någon till din familj i Framme',
    preheader: 'Känner du inte till det? Avbryt inbjudan.',
    before: [
      'En annan förälder i din familj i Framme har bjudit in en ny förälder. Inbjudan gäller i 48 timmar, och ingen kommer med genom den förrän föräldern som bjöd in har släppt in personen.',
      'Känner du till det? Då behöver du inte göra något.',
    ],
    button: 'Se föräldrarna',
    after: ['Känner du inte till det? Fråga den andra föräldern. Du kan själv avbryta inbjudan i profilen.'],
  },
  familyInvited: {
    subject: 'Du har bjudit in en förälder till din familj i Framme',
    preheader: 'Var det inte du? Avbryt inbjudan nu.',
    before: [
      'Någon som är inloggad på ditt konto har bjudit in en ny förälder till din familj i Framme. Inbjudan gäller i 48 timmar, och ingen kommer med genom den förrän du har släppt in personen.',
      'Var det du? Då behöver du inte göra något.',
    ],
    button: 'Se föräldrarna',
    after: [
      'Var det inte du? Öppna profilen och avbryt inbjudan. Byt sedan lösenord och logga ut de andra enheterna.',
    ],
  },
  parentJoined: {
    subject: 'En förälder har gått med i din familj i Framme',
    preheader: 'Ni ser och gör nu samma saker.',
    before: [
      'En förälder som hade bjudits in och godkänts har gått med i din familj i Framme. Ni ser och gör nu samma saker.',
      'Stämmer det? Då behöver du inte göra något.',
    ],
    button: 'Se föräldrarna',
    after: [
      'Stämmer det inte? Öppna profilen och ta bort föräldern ur familjen. Byt sedan lösenord och logga ut de andra enheterna.',
    ],
  },
  familyJoined: {
    subject: 'Du är nu förälder i en annan familj i Framme',
    preheader: 'Var det inte du? Se över ditt konto nu.',
    before: [
      'Ditt konto har gått med i en annan familj i Framme, och dina andra enheter är utloggade.',
      'Var det du? Då behöver du inte göra något.',
    ],
    button: 'Se föräldrarna',
    after: [
      'Var det inte du? Lämna familjen i profilen, byt lösenord, se över inloggningssätt och passnycklar och logga ut de andra enheterna.',
    ],
  },
  parentLeft: {
    subject: 'En förälder är inte längre med i din familj i Framme',
    preheader: 'Det ni hade tillsammans finns kvar.',
    before: [
      'En förälder har lämnat din familj i Framme, eller tagits bort ur den. Barn, personer och besök finns kvar hos dig.',
    ],
    button: 'Se föräldrarna',
    after: [
      'Den som gick kan ha fått en egen kopia av allt som det såg ut då. Vad ni skriver från och med nu ser bara ni som är kvar.',
    ],
  },
  familyLeft: {
    subject: 'Du är inte längre med i din familj i Framme',
    preheader: 'Du har en egen kopia av allt.',
    before: [
      'Ditt konto är inte längre med i familjen i Framme: du har lämnat den, eller tagits bort av en annan förälder. Du har en egen kopia av barn, personer och besök som de såg ut då.',
    ],
    button: 'Öppna Framme',
    after: [
      'Vad de andra skriver från och med nu ser du inte, och de ser inte vad du skriver. Har du loggats ut? Logga in igen som vanligt.',
    ],
  },
  familyLeftEmpty: {
    subject: 'Du har lämnat din familj i Framme',
    preheader: 'Du har börjat om utan kopia.',
    before: [
      'Ditt konto har lämnat familjen i Framme utan kopia, och dina andra enheter är utloggade.',
      'Var det du? Då behöver du inte göra något.',
    ],
    button: 'Öppna Framme',
    after: ['Var det inte du? Byt lösenord, och be en förälder som är kvar att bjuda in dig igen.'],
  },
};
