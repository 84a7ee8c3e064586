/** Pages about rights and duties; part of the text pages. */
export const legal = {
  privacy: {
    title: 'Integritet',
    lead: 'Framme sparar det du skriver in, när du trycker och det som behövs för att hålla ordning på det. Inget annat.',
    sections: [
      {
        heading: 'Det här sparas',
        text: 'Ditt namn, ett användarnamn som bildas av det, din e-postadress, ditt telefonnummer om du anger det, dina val av språk och notiser, och ditt lösenord i en form som inte går att läsa tillbaka. Dina barns namn och födelsedatum. Vännernas namn och deras föräldrars telefonnummer. Gästernas namn och deras föräldrars användar-id.',
      },
      {
        heading: 'Det här sparas om varje tryck',
        text: 'Vem som kom eller gick och när, vem som tryckte, tiden och tidszonen enligt enheten, ett slumpat id för enheten och när servern tog emot trycket. Rättar du en tid finns den förra kvar bredvid.',
      },
      {
        heading: 'Det här sparas om varje inloggning',
        text: 'När den började, när den slutar gälla (efter 180 dagar) och en kontrollsumma av nyckeln i din kaka. Själva nyckeln finns bara i din webbläsare.',
      },
      {
        heading: 'Det här sparas inte',
        text: 'Ingen position, inga bilder, inga kontakter från telefonen och ingen statistik över hur du använder appen. Inga spårare och inga anrop till andra företag.',
      },
      {
        heading: 'Var det finns och vem som ser det',
        text: 'På servern hos den som driver den här adressen, och i webbläsaren på de enheter där du är inloggad. Andra familjer ser inget av det. Den som driver servern kan tekniskt sett läsa databasen, utom lösenorden. När du loggar ut töms enheten på familjens uppgifter. Slutar en inloggning att gälla ligger de kvar där tills du loggar in igen.',
      },
      {
        heading: 'Notiser',
        text: 'En in- eller utcheckning skapar en notis med den andra förälderns telefonnummer eller användar-id, namnet och om det gäller in eller ut. I den här versionen skrivs den ut på servern efter tio sekunder; inget sms eller mejl skickas. I profilen kan du stänga av notiserna.',
      },
      {
        heading: 'Hur länge',
        text: 'Tills du tar bort det. Tar du bort ett barn försvinner barnets vänner, gäster och besök. Tar du bort en vän eller gäst blir namnet kvar i historiken över tidigare besök. Konto och profil finns kvar tills den som driver servern tar bort dem; någon egen knapp för det finns inte än.',
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
        text: 'En kaka (framme eller __Host-framme) håller dig inloggad i 180 dagar. Den kan bara läsas av servern och försvinner när du loggar ut. En rad i webbläsarens lagring (framme.account) minns vem som är inloggad. Loggar du ut utan nät minns en annan (framme.leaving) det tills servern har fått veta.',
      },
      {
        heading: 'Språk',
        text: 'Språket sparas redan vid första besöket: i en kaka (i18next) i ett år, och i webbläsarens lagring (i18nextLng) tills du tömmer den.',
      },
      {
        heading: 'Dina uppgifter på enheten',
        text: 'När du är inloggad finns en kopia av familjens uppgifter i webbläsarens databas, så att allt fungerar utan nät, och ett tryck läggs först i webbläsarens lagring (framme.journal). Båda tas bort när du loggar ut.',
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
