/** The text pages; loaded only with them. They describe this very software: change them together with it. */
export const pages = {
  howItWorks: {
    title: 'Så funkar det',
    description: 'Tre steg, sedan räcker det med ett tryck i dörren.',
    steps: [
      {
        title: 'Skapa ett konto',
        description: 'Du behöver namn, e-post och ett lösenord. Inget annat.',
      },
      {
        title: 'Lägg till dina barn',
        description:
          'Varje barn har sina egna vänner, med förälderns telefonnummer, och gäster, med den andra förälderns användar-id.',
      },
      {
        title: 'Börja checka in',
        description:
          'Tryck på vännens namn när hen kommer och när hen går. Tiden sparas genast på din telefon och skickas när det finns nät.',
      },
    ],
    action: 'Kom igång',
  },
  about: {
    title: 'Om Framme',
    lead: 'Framme är för föräldrar som vill veta vilka barn som är på besök, och när de gick hem.',
    sections: [
      {
        heading: 'Det enda som behövs',
        text: 'Framme har en lista över dina barn och deras vänner, och två knappar: Checka in och Checka ut. Det följer ingen med GPS, visar ingen reklam och hämtar inget från andra företag. Namnet är det man säger när man har kommit: ”Nu är vi framme.”',
      },
      {
        heading: 'Din egen eller någon annans server',
        text: 'Framme är ett program som vem som helst kan köra: en familj, en förening eller en kommun. Den som driver den här adressen ansvarar för servern och uppgifterna på den. Programmet är detsamma överallt.',
      },
    ],
  },
  pricing: {
    title: 'Pris',
    lead: 'Programmet Framme kostar ingenting att använda.',
    sections: [
      {
        heading: 'Inga nivåer, inga köp',
        text: 'Det finns inga betalversioner, inga köp i appen och ingen reklam. Alla funktioner är med för alla.',
      },
      {
        heading: 'Den som driver servern',
        text: 'En server kan kosta pengar att ha igång. Om den som driver den här adressen tar betalt är det en sak mellan er; programmet har ingen kassa.',
      },
    ],
  },
  enterprise: {
    title: 'För organisationer',
    lead: 'Det finns ingen särskild version för organisationer. Samma program fungerar för en familj och för en förening.',
    sections: [
      {
        heading: 'Kör det själva',
        text: 'Framme startas med två kommandon på en egen dator eller server och sparar allt i en databas där. Inget lämnar servern.',
      },
      {
        heading: 'Bra att veta',
        text: 'Ett konto hör till en familj, och bara den ser sina uppgifter. Det finns inga roller för personal. Behöver ni närvaro för en hel förskola är Framme inte gjort för det.',
      },
    ],
  },
  blog: {
    title: 'Blogg',
    lead: 'Det finns ingen blogg här än.',
    sections: [
      {
        heading: 'Vad är nytt?',
        text: 'Det som ändras i Framme skrivs i ändringsloggen (CHANGELOG) som följer med programmets källkod.',
      },
    ],
  },
  careers: {
    title: 'Bidra',
    lead: 'Bakom Framme finns inget företag som anställer. Den som vill kan hjälpa till ändå.',
    sections: [
      {
        heading: 'Skriv kod eller text',
        text: 'Källkoden är liten och beskriven i mappen docs. En bra början är en text som skaver, en skärm som är svår att använda eller ett test som saknas.',
      },
      {
        heading: 'Berätta hur det går',
        text: 'Använder du Framme i dörren varje dag vet du mer än någon annan om vad som fungerar. Berätta det för den som driver din server.',
      },
    ],
  },
  contact: {
    title: 'Kontakt',
    lead: 'Vänd dig till den som driver den här adressen, oftast den som gav dig länken.',
    sections: [
      {
        heading: 'Frågor om ditt konto',
        text: 'Bara den som driver servern kan svara på frågor om ditt konto och dina uppgifter. Skriv inte lösenordet till någon.',
      },
      {
        heading: 'Frågor om ett besök',
        text: 'Ring den andra föräldern. Telefonnumret står vid vännens namn i din profil.',
      },
    ],
  },
  support: {
    title: 'Support',
    lead: 'Svar på det som oftast händer.',
    sections: [
      {
        heading: 'Jag har ingen täckning',
        text: 'Tryck som vanligt. Ändringen sparas på telefonen, märks med ”Väntar på nät” och skickas av sig själv när nätet är tillbaka. Tiden blir den när du tryckte.',
      },
      {
        heading: 'Jag tryckte fel',
        text: 'Tryck på Ångra i rutan som visas efteråt. Då blir allt som det var före trycket.',
      },
      {
        heading: 'Det står att jag behöver logga in igen',
        text: 'Din inloggning har tagit slut, till exempel för att du loggade ut på en annan enhet. Logga in igen, så skickas det som väntar.',
      },
      {
        heading: 'Något kunde inte sparas',
        text: 'En röd ruta säger vad och varför. Välj Försök igen, eller Släng om det inte längre behövs. Inget försvinner av sig självt.',
      },
    ],
  },
  privacy: {
    title: 'Integritet',
    lead: 'Framme sparar det du skriver in och tiden när du trycker. Inget annat.',
    sections: [
      {
        heading: 'Det här sparas',
        text: 'Ditt namn, din e-postadress, ditt telefonnummer om du anger det och ditt lösenord i en form som inte går att läsa tillbaka. Dina barns namn och födelsedatum. Vännernas namn och deras föräldrars telefonnummer. Gästernas namn och deras föräldrars användar-id. Tider för in- och utcheckningar.',
      },
      {
        heading: 'Det här sparas inte',
        text: 'Ingen plats, inga bilder, inga kontakter från telefonen och inget om hur du använder appen. Inga spårare och inga anrop till andra företag.',
      },
      {
        heading: 'Var det finns och vem som ser det',
        text: 'På servern hos den som driver den här adressen, och i webbläsaren på de enheter där du är inloggad. Andra familjer ser inget av det. Den som driver servern kan tekniskt sett läsa databasen, utom lösenorden. När du loggar ut töms enheten.',
      },
      {
        heading: 'Notiser',
        text: 'En in- eller utcheckning skapar en notis med den andra förälderns telefonnummer eller användar-id, namnet och om det gäller in eller ut. I den här versionen skrivs den ut på servern; inget sms eller mejl skickas. I profilen kan du stänga av notiserna.',
      },
      {
        heading: 'Hur länge',
        text: 'Tills du tar bort det. Tar du bort ett barn försvinner barnets vänner, gäster och besök. Tar du bort en vän eller gäst blir namnet kvar i historiken över tidigare besök.',
      },
    ],
  },
  terms: {
    title: 'Villkor',
    lead: 'Kort och rakt: så här är det tänkt att Framme används.',
    sections: [
      {
        heading: 'Ett stöd, inte tillsyn',
        text: 'Framme visar det någon har tryckt. Det vet inte var ett barn är. Ansvaret för barnen ligger hos de vuxna, precis som förut.',
      },
      {
        heading: 'Andras uppgifter',
        text: 'Du skriver in namn och telefonnummer som hör till andra familjer. Fråga dem först, och ta bort uppgifterna om de vill det.',
      },
      {
        heading: 'Ditt konto',
        text: 'Håll lösenordet för dig själv. Den som driver servern får stänga konton som missbrukas.',
      },
      {
        heading: 'I befintligt skick',
        text: 'Programmet lämnas som det är, utan garantier. Den som driver den här adressen kan ha egna villkor utöver dessa.',
      },
    ],
  },
  cookies: {
    title: 'Kakor',
    lead: 'Bara det som måste finnas för att Framme ska fungera. Därför finns ingen ruta att klicka bort.',
    sections: [
      {
        heading: 'Inloggning',
        text: 'En kaka (framme eller __Host-framme) håller dig inloggad. Den kan bara läsas av servern och försvinner när du loggar ut.',
      },
      {
        heading: 'Språk',
        text: 'En kaka (i18next) och en rad i webbläsarens lagring (i18nextLng) minns om du valde svenska eller engelska. Den gäller i ett år.',
      },
      {
        heading: 'Dina uppgifter på enheten',
        text: 'När du är inloggad finns en kopia av familjens uppgifter i webbläsarens databas, så att allt fungerar utan nät. Den tas bort när du loggar ut.',
      },
    ],
  },
  accessibility: {
    title: 'Tillgänglighet',
    lead: 'Framme ska gå att använda med en hand, med tangentbord och med skärmläsare.',
    sections: [
      {
        heading: 'Så är det byggt',
        text: 'Målet är WCAG 2.2 på nivå AA. Knappar är minst 48 bildpunkter, de viktigaste 64. Status visas med ikon, ord och färg. Sidorna följer telefonens ljusa eller mörka läge, fungerar vid 400 % zoom och rör sig inte om du har bett om mindre rörelse.',
      },
      {
        heading: 'Fastnar du?',
        text: 'Berätta för den som driver den här adressen vad du försökte göra, med vilken webbläsare och vilket hjälpmedel. Det är ett fel i programmet, inte hos dig.',
      },
    ],
  },
  getStarted: 'Kom igång',
  notFound: {
    title: 'Sidan finns inte',
    text: 'Adressen kan vara felskriven, eller så har sidan flyttat. Det du har sparat är kvar.',
    home: 'Till startsidan',
    support: 'Hjälp och svar',
  },
} as const;
