/** The pages for a forgotten password and for mailed links. */
export const recovery = {
  forgot: {
    title: 'Glömt lösenordet?',
    lead: 'Skriv din e-postadress, så mejlar vi en länk där du väljer ett nytt lösenord.',
    send: 'Mejla länken',
    sending: 'Skickar...',
    sent: 'Om det finns ett konto med {{email}} är ett mejl på väg. Det kan dröja några minuter. Titta i skräpposten också.',
    again: 'Mejla en gång till',
    noMail:
      'Den här servern skickar ingen e-post. Den som driver den, oftast den som gav dig adressen hit, kan ge dig en länk där du väljer ett nytt lösenord.',
    toLogIn: 'Till inloggningen',
  },
  recover: {
    title: 'Välj ett nytt lösenord',
    lead: 'Du loggas in här när du har valt. Alla andra enheter loggas ut.',
    endsSignInMethods:
      'Den här servern skickar ingen e-post och kan inte veta att adressen är din. Därför tas passnycklar, återställningskoder och kopplade tjänster bort om ingen har bekräftat den, utom de som krävs när du loggar in. Lägg till dem igen under Konto och säkerhet.',
    password: 'Nytt lösenord',
    save: 'Spara och logga in',
    saving: 'Sparar...',
  },
  verify: {
    title: 'Bekräfta din e-postadress',
    lead: 'Tryck på knappen, så vet vi att mejl till adressen når dig.',
    act: 'Bekräfta adressen',
    acting: 'Bekräftar...',
    done: 'Adressen är bekräftad.',
  },
  confirm: {
    title: 'Byt e-postadress',
    lead: 'Tryck på knappen, så byter ditt konto till adressen som mejlet kom till.',
    act: 'Byt till den här adressen',
    acting: 'Byter...',
    done: 'Bytet är klart. Använd den nya adressen nästa gång du loggar in.',
  },
  noSecret: 'Länken är inte hel. Öppna den en gång till från mejlet, eller be om en ny.',
  askAnew: 'Be om en ny länk',
  goOn: 'Fortsätt till Framme',
} as const;
