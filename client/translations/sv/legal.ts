import { privacy } from './pages/privacy.ts';

/** Legal pages; part of the text pages. */
export const legal = {
  privacy,
  terms: {
    title: 'Villkor',
    lead: 'Kort och rakt: så här är det tänkt att Framme används.',
    sections: [
      {
        heading: 'Ett stöd, inte tillsyn',
        text: 'Framme visar det någon har tryckt. Det vet inte var ett barn är. Ett svar via en länk säger inte vem som svarade: lämna aldrig ut ett barn på grund av ett svar. Ansvaret för barnen ligger hos de vuxna, precis som förut.',
      },
      {
        heading: 'Andras uppgifter',
        text: 'Du skriver in namn och telefonnummer som hör till andra familjer. Fråga dem först, och ta bort uppgifterna om de vill det. Skicka en länk till ett besök bara till barnets egen familj, och tillåt länkar igen bara om de har bett dig.',
      },
      {
        heading: 'Ditt konto',
        text: 'Håll lösenordet för dig själv. Den som driver tjänsten får stänga konton som missbrukas.',
      },
      {
        heading: 'I befintligt skick',
        text: 'Framme lämnas i befintligt skick, utan garantier. Den som driver tjänsten kan ha egna villkor utöver dessa.',
      },
    ],
  },
  cookies: {
    title: 'Kakor',
    lead: 'Bara det som måste finnas för att Framme ska fungera. Därför finns ingen ruta att klicka bort.',
    points: [
      {
        name: 'Vad',
        text: 'Kakor som håller dig inloggad och minns ditt språk, och en kopia av familjens uppgifter så att du kan trycka utan nät.',
      },
      { name: 'Var', text: 'I din webbläsare. Inget delas med andra företag.' },
      { name: 'Vem ser det', text: 'Bara servern som du är inloggad på.' },
      {
        name: 'Hur länge',
        text: 'Inloggningen i högst 180 dagar. Språket, och att webbläsaren är känd, i ett år.',
      },
      {
        name: 'Hur du raderar',
        text: 'Logga ut, så töms enheten på familjens uppgifter. Resten försvinner när du rensar webbläsarens data för sidan.',
      },
    ],
    sections: [
      {
        heading: 'Inloggning',
        text: 'En kaka (framme) håller dig inloggad i högst 180 dagar. Den kan bara läsas av servern och försvinner när du loggar ut. En annan (framme-device) minns i ett år att webbläsaren är känd för kontot, så att ingen kan låsa dig ute genom att gissa lösenord. Medan en inloggning i flera steg pågår finns en tredje (framme-step, framme-passkey, framme-trip eller framme-newcomer) i några minuter. Över https börjar alla dessa med __Host-. En rad i webbläsarens lagring (framme.account) minns vem som är inloggad, och en annan (framme.held) vems uppgifter som finns på enheten: ett id, id för de familjer som kontot är eller har varit i här, e-postadressen med de flesta tecken dolda och en kontrollsumma. Loggar du ut utan nät minns en annan (framme.leaving) det tills servern har fått veta: den rymmer bara ett slumpat värde som hör till den inloggningen, inget om vem du är. Ber du om en kod för ett glömt lösenord sparas ett slumpat värde (framme.recovery) i en timme. Tackar du nej till att installera appen sparas när (framme.install). Visar du hos en annan tjänst vem du är för att byta e-postadress, minns fliken den nya (framme.new-email) tills du är tillbaka. Öppnar du en länk från ett mejl och måste logga in först, minns fliken länken (framme.mailed-link) så länge. Öppnar du en inbjudan till en familj minns fliken den (framme.invite) tills du har gått med eller stänger fliken.',
      },
      {
        heading: 'Språk',
        text: 'Språket sparas redan vid första besöket: i webbläsarens lagring (i18nextLng) tills du tömmer den, och i en kaka (i18next) i ett år, så att servern kan skicka sidan på rätt språk från början. Kakan innehåller bara sv eller en. På sidan bakom en länk till ett besök sparas inget av det förrän någon trycker på språkknappen, och då bara kakan.',
      },
      {
        heading: 'Sidan bakom en länk till ett besök',
        text: 'Den som öppnar en länk behöver inget konto och får inget sparat på sin enhet: ingen kaka, inget i webbläsarens lagring eller cache. Det enda undantaget är språket, om hen trycker på språkknappen.',
      },
      {
        heading: 'Dina uppgifter på enheten',
        text: 'När du är inloggad finns en kopia av familjens uppgifter i webbläsarens databas, så att du kan öppna sidan och fortsätta trycka utan nät, och ett tryck läggs först i webbläsarens lagring (framme.journal). Det du tryckt de senaste 14 dagarna ligger kvar där sedan servern har det, också om någon som har raderats sedan dess, så att det kommer tillbaka om den som driver sidan måste återställa en säkerhetskopia. Allt detta tas bort när du loggar ut, och när kontot raderas. Loggar någon annan in på enheten, eller loggas den ut från en annan, blir bara ändringar som aldrig skickats kvar. Detsamma gäller uppgifterna från en familj som du har lämnat. Sidans egna filer ligger också i webbläsarens cache (framme- följt av versionen), så att den öppnas utan nät. De är desamma för alla, säger inget om familjen och ligger kvar när du loggar ut.',
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
        heading: 'Så prövas det',
        text: 'Framme prövas av ett program som går igenom varje sida på båda språken, ljus och mörk, och hela vägen från konto till utcheckning med bara tangentbord, medan allt en skärmläsare skulle säga skrivs ned. Förstoring, större textavstånd, systemets egna färger och mindre rörelse prövas på samma sätt. Ett program hör och ser inte som en människa: i källkoden ligger därför också en prövning på en kvart att göra för hand.',
      },
      {
        heading: 'Fastnar du?',
        text: 'Berätta för den som driver tjänsten vad du försökte göra, med vilken webbläsare och vilket hjälpmedel. Det är ett fel i programmet, inte hos dig.',
      },
    ],
  },
} as const;
