/** Pages about rights and duties; part of the text pages. */
export const legal = {
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
} as const;
