import { legal } from './legal.ts';
import { pageNotes } from './page-notes.ts';
import { help } from './pages/help.ts';
import { providers } from './providers.ts';
import { recovery } from './recovery.ts';

/** The text pages. They describe this software: update them together with it. */
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
          'Tryck på vännens namn när hen kommer och när hen går. Tiden sparas genast på din telefon, även utan nät så länge sidan är öppen, och skickas när nätet är tillbaka. Vill du att den andra familjen ska kunna följa besöket skickar du en länk från din telefon. De behöver inget konto.',
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
        text: 'Vem som helst kan köra Framme på en egen server: en familj, en förening eller en kommun. Den som driver tjänsten ansvarar för servern och uppgifterna på den. Framme är detsamma överallt.',
      },
    ],
  },
  pricing: {
    title: 'Pris',
    lead: 'Framme är gratis.',
    sections: [
      {
        heading: 'Inga nivåer, inga köp',
        text: 'Det finns inga betalversioner, inga köp i appen och ingen reklam. Alla funktioner är med för alla.',
      },
      {
        heading: 'Den som driver tjänsten',
        text: 'En server kan kosta pengar att ha igång. Om den som driver tjänsten tar betalt är det en sak mellan er. Framme tar inte emot några betalningar.',
      },
    ],
  },
  enterprise: {
    title: 'För organisationer',
    lead: 'Det finns ingen särskild version för organisationer. Samma program fungerar för en familj och för en förening.',
    sections: [
      {
        heading: 'Kör det själva',
        text: 'Framme startas med två kommandon på en egen dator eller server och sparar allt i en databas där. Inget skickas vidare, utom mejl och inloggningar hos andra tjänster som ni själva kopplar in.',
      },
      {
        heading: 'Bra att veta',
        text: 'Ett konto hör till en familj, och ingen annan familj ser dess uppgifter, utom de besök den skickar en länk till. Det finns inga roller för personal. Behöver ni närvaro för en hel förskola är Framme inte gjort för det.',
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
        text: 'Använder du Framme i dörren varje dag vet du mer än någon annan om vad som fungerar. Berätta det för den som driver tjänsten.',
      },
    ],
  },
  ...help,
  ...legal,
  ...pageNotes,
  providers,
  recovery,
  getStarted: 'Kom igång',
  inDetail: 'Läs i detalj',
  notFound: {
    title: 'Sidan finns inte',
    text: 'Adressen kan vara felskriven, eller så har sidan flyttat. Det du har sparat är kvar.',
    home: 'Till startsidan',
    support: 'Hjälp och svar',
  },
} as const;
