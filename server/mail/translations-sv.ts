import { INVITATION_HOURS, MAIL_LINK_HOURS, RECOVERY_MINUTES, type UNDO_EMAIL_DAYS } from '#domain/limits.ts';
import type { Swedish } from '#domain/number-words.ts';
import type { MailTemplate, MailTranslation, TemplateTexts } from './translation.ts';

const LOOK = {
  preheader: 'Var det inte du? Se över ditt konto nu.',
  button: 'Se över kontot',
  after:
    'Var det inte du? Byt lösenord, se över inloggningssätt och passnycklar och logga ut de andra enheterna.',
};

const templates: Record<MailTemplate, TemplateTexts> = {
  recovery: {
    subject: 'Välj ett nytt lösenord i Framme',
    preheader: `Länken gäller i ${RECOVERY_MINUTES} minuter och kan användas en gång.`,
    happened: 'Någon har bett om ett nytt lösenord till kontot som har den här e-postadressen.',
    ifYou: `Var det du? Öppna länken och välj ett nytt lösenord. Länken gäller i ${RECOVERY_MINUTES} minuter och kan användas en gång.`,
    button: 'Välj nytt lösenord',
    after:
      'Var det inte du? Då behöver du inte göra något. Lösenordet är detsamma tills någon använder länken.',
  },
  verification: {
    subject: 'Bekräfta din e-postadress i Framme',
    preheader: `Då vet vi att mejl till adressen når dig. Länken gäller i ${MAIL_LINK_HOURS} timmar.`,
    happened: 'Den här e-postadressen står på ett konto i Framme.',
    ifYou: `Är kontot ditt? Bekräfta adressen, så vet vi att mejl dit når dig. Länken gäller i ${MAIL_LINK_HOURS} timmar.`,
    button: 'Bekräfta adressen',
    after: 'Är kontot inte ditt? Använd inte länken. Då förblir adressen obekräftad.',
  },
  newAddress: {
    subject: 'Bekräfta din nya e-postadress i Framme',
    preheader: `Bytet sker när du har bekräftat. Länken gäller i ${MAIL_LINK_HOURS} timmar.`,
    happened: 'Någon vill använda den här e-postadressen för sitt konto i Framme.',
    ifYou: `Var det du? Öppna länken där du är inloggad och bekräfta adressen, så byter vi till den. Länken gäller i ${MAIL_LINK_HOURS} timmar.`,
    button: 'Byt till den här adressen',
    after: 'Var det inte du? Använd inte länken. Då ändras inget.',
  },
  addressChanging: {
    subject: 'E-postadressen till ditt konto i Framme ska bytas',
    preheader: 'Var det inte du? Byt lösenord nu.',
    happened:
      'Någon som är inloggad på ditt konto har bett om att byta e-postadress. Bytet sker när den nya adressen är bekräftad.',
    ifYou: 'Var det du? Då behöver du inte göra något här.',
    after:
      'Var det inte du? Öppna Framme, byt lösenord och logga ut dina andra enheter. Då gäller inte bytet längre.',
  },
  addressChanged: {
    subject: 'E-postadressen till ditt konto i Framme är bytt',
    preheader: `Var det inte du? Ångra bytet inom ${'sju' satisfies Swedish[typeof UNDO_EMAIL_DAYS]} dagar.`,
    happened: 'Ditt konto har bytt till en annan e-postadress. Mejl om kontot går dit från och med nu.',
    button: 'Ångra bytet',
    after: `Var det inte du? Ångra bytet inom ${'sju' satisfies Swedish[typeof UNDO_EMAIL_DAYS]} dagar. Du behöver ett lösenord som kontot har haft de ${'sju' satisfies Swedish[typeof UNDO_EMAIL_DAYS]} dagarna före bytet, eller vara inloggad, och väljer sedan ett nytt lösenord. Då loggas alla enheter ut. De inloggningssätt som har lagts till efter bytet tas bort, och du väljer vilka av de andra som är kvar. Under tiden kan ingen annan få den här adressen.`,
  },
  unverifiedAddressChanged: {
    subject: 'Ett konto i Framme har inte längre den här e-postadressen',
    preheader: 'Adressen blev aldrig bekräftad.',
    happened:
      'Ett konto som hade den här e-postadressen har bytt till en annan. Adressen hade inte bekräftats.',
    after: 'Är kontot ditt, och var det inte du? Då kan den som driver tjänsten hjälpa dig.',
  },
  addressRestored: {
    subject: 'Bytet av e-postadress i Framme är ångrat',
    preheader: 'Kontot har sin tidigare adress igen.',
    happened: 'Kontot har inte längre den här e-postadressen: det har sin tidigare adress igen.',
    after: 'Är kontot ditt, och var det inte du? Då kan den som driver tjänsten hjälpa dig.',
  },
  passwordChanged: {
    subject: 'Lösenordet till ditt konto i Framme är ändrat',
    preheader: 'Var det inte du? Välj ett nytt lösenord nu.',
    happened: 'Lösenordet till ditt konto har ändrats, och de andra enheterna är utloggade.',
    after: 'Var det inte du? Öppna Framme, välj ”Glömt lösenordet?” och välj ett nytt lösenord.',
  },
  signInMethodsChanged: {
    subject: 'Sätten att logga in på ditt konto i Framme är ändrade',
    happened:
      'Någon som är inloggad på ditt konto har lagt till en passnyckel eller en annan tjänst, eller skapat nya återställningskoder.',
    ...LOOK,
    after:
      'Var det inte du? Öppna kontot, ta bort det du inte känner igen, skapa nya återställningskoder om du har sådana och byt lösenord.',
  },
  passkeyRemoved: {
    subject: 'En passnyckel är borttagen från ditt konto i Framme',
    happened:
      'Någon som är inloggad på ditt konto har tagit bort en passnyckel. Det går inte längre att logga in med den.',
    ...LOOK,
  },
  providerDisconnected: {
    subject: 'En tjänst är bortkopplad från ditt konto i Framme',
    happened: 'Någon som är inloggad på ditt konto har kopplat bort en tjänst som det gick att logga in med.',
    ...LOOK,
  },
  passkeyRequired: {
    subject: 'Ditt konto i Framme kräver nu en passnyckel',
    happened:
      'Någon som är inloggad på ditt konto har slagit på att en passnyckel krävs. De andra enheterna är utloggade, och lösenordet räcker inte längre.',
    ...LOOK,
  },
  passkeyNotRequired: {
    subject: 'Ditt konto i Framme kräver inte längre en passnyckel',
    happened:
      'Någon som är inloggad på ditt konto har slagit av att en passnyckel krävs. Nu räcker lösenordet, eller mejlen, för att logga in.',
    ...LOOK,
  },
  parentInvited: {
    subject: 'En annan förälder har bjudit in någon till din familj i Framme',
    preheader: 'Känner du inte till det? Avbryt inbjudan.',
    happened: `En annan förälder i din familj i Framme har bjudit in en ny förälder. Inbjudan gäller i ${INVITATION_HOURS} timmar, och ingen går med genom den förrän föräldern som bjöd in har sagt ja.`,
    ifYou: 'Känner du till det? Då behöver du inte göra något.',
    button: 'Se föräldrarna',
    after: 'Känner du inte till det? Fråga den andra föräldern. Du kan själv avbryta inbjudan i profilen.',
  },
  familyInvited: {
    subject: 'Du har bjudit in en förälder till din familj i Framme',
    preheader: 'Var det inte du? Avbryt inbjudan nu.',
    happened: `Någon som är inloggad på ditt konto har bjudit in en ny förälder till din familj i Framme. Inbjudan gäller i ${INVITATION_HOURS} timmar, och ingen går med genom den förrän du har sagt ja.`,
    button: 'Se föräldrarna',
    after:
      'Var det inte du? Öppna profilen och avbryt inbjudan. Byt sedan lösenord och logga ut de andra enheterna.',
  },
  parentJoined: {
    subject: 'En förälder har gått med i din familj i Framme',
    preheader: 'Ni delar nu allt.',
    happened: 'En förälder som var inbjuden har gått med i din familj i Framme. Ni delar nu allt.',
    ifYou: 'Stämmer det? Då behöver du inte göra något.',
    button: 'Se föräldrarna',
    after:
      'Stämmer det inte? Öppna profilen och ta bort föräldern ur familjen. Byt sedan lösenord och logga ut de andra enheterna.',
  },
  familyJoined: {
    subject: 'Du är nu förälder i en annan familj i Framme',
    preheader: 'Var det inte du? Se över ditt konto nu.',
    happened: 'Ditt konto har gått med i en annan familj i Framme, och dina andra enheter är utloggade.',
    button: 'Se föräldrarna',
    after:
      'Var det inte du? Lämna familjen i profilen, byt lösenord, se över inloggningssätt och passnycklar och logga ut de andra enheterna.',
  },
  familyRestored: {
    subject: 'Se över vilka som är föräldrar i din familj i Framme',
    preheader: 'Framme har återställts från en säkerhetskopia.',
    happened:
      'Framme har återställts från en säkerhetskopia. En förälder som har lämnat din familj, eller tagits bort ur den, efter att kopian gjordes är med igen och ser det ni skriver.',
    ifYou: null,
    button: 'Se föräldrarna',
    after:
      'Är någon med som inte ska vara det? Ta bort den föräldern ur familjen i profilen. Annars behöver du inte göra något.',
  },
  parentLeft: {
    subject: 'En förälder är inte längre med i din familj i Framme',
    preheader: 'Det ni hade tillsammans finns kvar.',
    happened:
      'En förälder har lämnat din familj i Framme, eller tagits bort ur den. Barn, personer och besök finns kvar hos dig.',
    ifYou: null,
    button: 'Se föräldrarna',
    after:
      'Den som gick kan ha fått en egen kopia av allt som det såg ut då. Vad ni skriver från och med nu ser bara ni som är kvar.',
  },
  familyLeft: {
    subject: 'Du är inte längre med i din familj i Framme',
    preheader: 'Du har en egen kopia av allt.',
    happened:
      'Ditt konto är inte längre med i familjen i Framme: du har lämnat den, eller tagits bort av en annan förälder. Du har en egen kopia av barn, personer och besök som de såg ut då.',
    ifYou: null,
    after:
      'Vad de andra skriver från och med nu ser du inte, och de ser inte vad du skriver. Har du loggats ut? Logga in igen som vanligt.',
  },
  familyLeftEmpty: {
    subject: 'Du har lämnat din familj i Framme',
    preheader: 'Du har börjat om utan kopia.',
    happened: 'Ditt konto har lämnat familjen i Framme utan kopia, och dina andra enheter är utloggade.',
    after: 'Var det inte du? Byt lösenord, och be en förälder som är kvar att bjuda in dig igen.',
  },
};

export const sv: MailTranslation = {
  hello: 'Hej,',
  orCode: 'Är du inloggad i Framme? Då kan du skriva koden {{code}} under Profil, Inloggning, i stället.',
  orRecoveryCode:
    'Eller skriv koden {{code}} där du bad om den, till exempel i den installerade appen. Ge den inte till någon annan: den som får koden kan ta över kontot.',
  ifYou: 'Var det du? Då behöver du inte göra något.',
  open: 'Öppna Framme',
  orCopy: 'Fungerar inte knappen? Kopiera den här adressen till webbläsaren:',
  sentBy: 'Mejlet kommer från Framme på {{place}}.',
  sentByHost: 'Mejlet kommer från Framme på {{place}}, som drivs av {{host}}.',
  contact: 'Kontakt: {{contact}}',
  templates,
};
