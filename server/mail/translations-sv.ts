import type { MailTranslation } from './translation.ts';

export const sv: MailTranslation = {
  hello: 'Hej,',
  orCopy: 'Fungerar inte knappen? Kopiera den här adressen till webbläsaren:',
  sentBy: 'Mejlet kommer från Framme på {{place}}.',
  sentByHost: 'Mejlet kommer från Framme på {{place}}, som drivs av {{host}}.',
  contact: 'Kontakt: {{contact}}',
  templates: {
    recovery: {
      subject: 'Välj ett nytt lösenord i Framme',
      preheader: 'Länken gäller i 60 minuter och kan användas en gång.',
      before: [
        'Någon har bett om ett nytt lösenord till kontot som har den här e-postadressen.',
        'Var det du? Öppna länken och välj ett nytt lösenord. Länken gäller i 60 minuter och kan användas en gång.',
      ],
      button: 'Välj nytt lösenord',
      after: [
        'Var det inte du? Då behöver du inte göra något. Lösenordet är detsamma tills någon använder länken.',
      ],
    },
    verification: {
      subject: 'Bekräfta din e-postadress i Framme',
      preheader: 'Då vet vi att mejl till adressen når dig. Länken gäller i 24 timmar.',
      before: [
        'Den här e-postadressen står på ett konto i Framme.',
        'Är kontot ditt? Bekräfta adressen, så vet vi att mejl dit når dig. Länken gäller i 24 timmar.',
      ],
      button: 'Bekräfta adressen',
      after: ['Är kontot inte ditt? Använd inte länken. Då förblir adressen obekräftad.'],
    },
    newAddress: {
      subject: 'Bekräfta din nya e-postadress i Framme',
      preheader: 'Bytet sker när du har bekräftat. Länken gäller i 24 timmar.',
      before: [
        'Någon vill använda den här e-postadressen för sitt konto i Framme.',
        'Var det du? Bekräfta adressen, så byter vi till den. Länken gäller i 24 timmar.',
      ],
      button: 'Byt till den här adressen',
      after: ['Var det inte du? Använd inte länken. Då ändras inget.'],
    },
    addressChanging: {
      subject: 'E-postadressen till ditt konto i Framme ska bytas',
      preheader: 'Var det inte du? Byt lösenord nu.',
      before: [
        'Någon som är inloggad på ditt konto har bett om att byta e-postadress. Bytet sker när den nya adressen är bekräftad.',
        'Var det du? Då behöver du inte göra något här.',
      ],
      button: 'Öppna Framme',
      after: [
        'Var det inte du? Öppna Framme, byt lösenord och logga ut dina andra enheter. Då gäller inte bytet längre.',
      ],
    },
    passwordChanged: {
      subject: 'Lösenordet till ditt konto i Framme är ändrat',
      preheader: 'Var det inte du? Välj ett nytt lösenord nu.',
      before: [
        'Lösenordet till ditt konto har ändrats, och de andra enheterna är utloggade.',
        'Var det du? Då behöver du inte göra något.',
      ],
      button: 'Öppna Framme',
      after: ['Var det inte du? Öppna Framme, välj ”Glömt lösenordet?” och välj ett nytt lösenord.'],
    },
    signInMethodsChanged: {
      subject: 'Sätten att logga in på ditt konto i Framme är ändrade',
      preheader: 'Var det inte du? Se över ditt konto nu.',
      before: [
        'Någon som är inloggad på ditt konto har lagt till en passnyckel eller en annan tjänst, skapat nya återställningskoder eller slutat kräva passnyckel.',
        'Var det du? Då behöver du inte göra något.',
      ],
      button: 'Se över kontot',
      after: [
        'Var det inte du? Öppna kontot, ta bort det du inte känner igen, skapa nya återställningskoder om du har sådana och byt lösenord.',
      ],
    },
  },
};
