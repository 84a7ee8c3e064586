import type { MailTranslation } from './translation.ts';
import { svNotices } from './translations-sv-notices.ts';

export const sv: MailTranslation = {
  hello: 'Hej,',
  orCode: 'Är du inloggad i Framme? Då kan du skriva koden {{code}} under Konto och säkerhet i stället.',
  orRecoveryCode:
    'Eller skriv koden {{code}} där du bad om den, till exempel i den installerade appen. Ge den inte till någon annan: den som får koden kan ta över kontot.',
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
        'Var det du? Öppna länken där du är inloggad och bekräfta adressen, så byter vi till den. Länken gäller i 24 timmar.',
      ],
      button: 'Byt till den här adressen',
      after: ['Var det inte du? Använd inte länken. Då ändras inget.'],
    },
    ...svNotices,
  },
};
