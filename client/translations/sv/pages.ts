import { LONG_UNANSWERED_DAYS, type UNDO_MINUTES } from '#domain/limits.ts';
import type { Swedish } from '#domain/number-words.ts';
import { legal } from './legal.ts';

/** They describe this software: update them with it. */
export const pages = {
  howItWorks: {
    description: 'Tre steg, sedan räcker det med ett tryck i dörren.',
    steps: [
      {
        title: 'Skapa ett konto',
        description: 'Du behöver namn, e-post och ett lösenord. Inget annat.',
      },
      {
        title: 'Lägg till dina barn',
        description:
          'Varje barn har sina egna kompisar, med förälderns telefonnummer, och gäster, med den andra förälderns användar-id.',
      },
      {
        title: 'Börja checka in',
        description:
          'Tryck på kompisens namn när hen kommer och när hen går. Är du inloggad öppnas Framme även utan nät: tiden sparas på telefonen och skickas när nätet är tillbaka. Vill du att den andra familjen ska kunna följa besöket skickar du en länk från din telefon. De behöver inget konto.',
      },
    ],
  },
  about: {
    title: 'Om Framme',
    lead: 'Framme är för föräldrar som vill veta vilka barn som är på besök, och när de gick hem.',
    sections: [
      {
        heading: 'Det enda som behövs',
        text: 'Framme har en lista över dina barn och deras kompisar, och två knappar: Checka in och Checka ut. Det följer ingen med GPS, visar ingen reklam och hämtar inget från andra företag. Namnet är det man säger när man har kommit: ”Nu är vi framme.”',
      },
      {
        heading: 'Din egen eller någon annans server',
        text: 'Vem som helst kan köra Framme på en egen server: en familj, en förening eller en kommun. Den som driver tjänsten ansvarar för servern och uppgifterna på den. Framme är detsamma överallt.',
      },
    ],
  },
  pricing: {
    lead: 'Framme är gratis.',
    sections: [
      {
        heading: 'Inga nivåer, inga köp',
        text: 'Det finns inga betalversioner, inga köp i appen och ingen reklam. Alla funktioner är med för alla.',
      },
      {
        heading: 'Den som driver tjänsten',
        text: 'En server kan kosta pengar att ha igång. Tar den som driver tjänsten betalt är det en sak mellan er. Framme tar inte emot några betalningar.',
      },
    ],
  },
  enterprise: {
    lead: 'Det finns ingen särskild version för organisationer. Samma program fungerar för en familj och för en förening.',
    sections: [
      {
        heading: 'Kör det själva',
        text: 'Framme startas med två kommandon på en egen dator eller server och sparar allt i en databas där. Inget skickas vidare, utom mejl och inloggningar hos andra tjänster som ni själva kopplar in.',
      },
      {
        heading: 'Bra att veta',
        text: 'Ett konto hör till en familj, och ingen annan familj ser dess uppgifter, utom de besök den väljer att visa. Det finns inga roller för personal. Behöver ni närvaro för en hel förskola är Framme inte gjort för det.',
      },
    ],
  },
  blog: {
    lead: 'Det finns ingen blogg här än.',
    sections: [
      {
        heading: 'Vad är nytt?',
        text: 'Det som ändras i Framme skrivs i ändringsloggen (CHANGELOG) som följer med programmets källkod.',
      },
    ],
  },
  careers: {
    lead: 'Bakom Framme finns inget företag som anställer. Den som vill kan hjälpa till ändå.',
    sections: [
      {
        heading: 'Skriv kod eller text',
        text: 'Källkoden är liten och beskriven i mappen docs. En bra början är en text som skaver, en skärm som är svår att använda eller ett test som saknas.',
      },
      {
        heading: 'Berätta hur det går',
        text: 'Använder du Framme i dörren varje dag vet du mer än någon annan om vad som fungerar. Berätta det för den som driver tjänsten.',
      },
    ],
  },
  contact: {
    lead: 'Vänd dig till den som driver tjänsten, oftast den som tipsade dig om den.',
    sections: [
      {
        heading: 'Frågor om ditt konto',
        text: 'Bara den som driver tjänsten kan svara på frågor om ditt konto och dina uppgifter. Skriv inte lösenordet till någon.',
      },
      {
        heading: 'Frågor om ett besök',
        text: 'Ring den andra föräldern. Telefonnumret står vid kompisens namn i din profil.',
      },
      {
        heading: 'Har du fått en länk till ett besök?',
        text: `Under ”Det här finns sparat om er” på länkens sida kan du säga nej till fler länkar från den familjen och be att bli borttagen. Hör de inte av sig på ${LONG_UNANSWERED_DAYS} dagar, eller vill du att ingen familj här ska kunna skicka länkar till ditt nummer, skriver du till den som driver tjänsten.`,
      },
    ],
  },
  support: {
    lead: 'Svar på det som oftast händer.',
    sections: [
      {
        heading: 'Jag har ingen täckning',
        text: 'Tryck som vanligt. Ändringen sparas på telefonen, märks med ”Väntar på nät” eller ”Inte skickat än” och skickas av sig själv så snart det går. Tiden blir den när du tryckte. Är du inloggad öppnas Framme även utan nät.',
      },
      {
        heading: 'Jag tryckte fel',
        text: `Tryck på Ångra i rutan som visas efteråt, eller vid namnet inom ${'fem' satisfies Swedish[typeof UNDO_MINUTES]} minuter. Då blir allt som det var före trycket. En tid som blev fel rättar du i historiken.`,
      },
      {
        heading: 'Det står att jag behöver logga in igen',
        text: 'Din inloggning har tagit slut, till exempel för att enheten loggades ut från en annan, eller för att lösenordet byttes där. Logga in igen, så skickas det som väntar.',
      },
      {
        heading: 'Något kunde inte sparas',
        text: 'En röd ruta säger vad och varför. Välj Försök igen, eller Kasta ändringen om den inte längre behövs. Inget försvinner av sig självt.',
      },
      {
        heading: 'Vi är två föräldrar',
        text: 'Gå till Profil, Föräldrar, och bjud in den andra. Skicka länken eller visa koden. Den som öppnar den skapar ett eget konto eller loggar in och ber att få gå med; sedan säger du ja. Ni delar då allt, och det står vem av er som tryckte. Den som lämnar får en egen kopia.',
      },
      {
        heading: 'Det har kommit ett svar',
        text: 'Alla som har en länk, och den som följer, kan svara, så ett svar säger inte vem som skrev det. Lämna aldrig ut ett barn på grund av ett svar: ring föräldern om du undrar.',
      },
      {
        heading: 'Att följa ett barn hos en annan familj',
        text: 'Öppna en länk från familjen där du är inloggad och tryck på Följ, eller klistra in den i profilen. Frågar någon er: ring om ni är osäkra, för namn kan vara påhittade, och alla som har länken kan fråga. Efter ett ja ser de vid varje besök det som en länk visar, utom ert nummer. Båda kan avsluta: ni vid kompisen i profilen, de under Hos andra.',
      },
      {
        heading: 'Barnet går hem själv, eller är på väg',
        text: 'Tryck på Går hem själv efter utcheckningen. Den andra familjen ser när barnet gick och väntas, och säger Är hemma med ett tryck. Har ingen sagt det en stund efter tiden frågar Framme dem, och sedan er. Den som följer kan säga Går dit, eller när barnet kommer; uteblir incheckningen får båda veta det. Framme vet bara vad någon har tryckt, aldrig var barnet är: ring om du undrar. En enhet som flera delar får notiser för det konto som slog på dem sist.',
      },
      {
        heading: 'En familj vill inte ha länkar, eller vill bli borttagen',
        text: 'Då gäller länkarna inte längre, och överst på översikten står vad de har bett om. Väljer du Ta bort försvinner kompisen och alla besöken helt. Väljer du Behåll får de ändå inga länkar. Du kan alltid ringa.',
      },
    ],
  },
  ...legal,
  host: {
    heading: 'Den som driver tjänsten',
    name: '{{name}} driver servern och ansvarar för uppgifterna på den.',
    contact: 'Hör av dig hit:',
  },
  notLoaded: { text: 'Sidan är inte färdigladdad.' },
  withoutScripts: {
    page: 'Den här sidan går att läsa utan JavaScript. För att logga in och checka in behöver du slå på det.',
    appShell: 'Framme behöver JavaScript här. Slå på det i webbläsaren och ladda om sidan.',
  },
  getStarted: 'Kom igång',
  inDetail: 'Läs i detalj',
  notFound: {
    title: 'Sidan finns inte',
    text: 'Adressen kan vara felskriven, eller så har sidan flyttat. Det du har sparat är kvar.',
    home: 'Till startsidan',
    support: 'Hjälp och svar',
  },
} as const;
