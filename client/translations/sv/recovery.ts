import { type EMAIL_CODE_DIGITS, RECOVERY_MINUTES, type UNDO_EMAIL_DAYS } from '#domain/limits.ts';
import type { Swedish } from '#domain/number-words.ts';

export const recovery = {
  forgot: {
    title: 'Glömt lösenordet?',
    lead: 'Skriv din e-postadress, så mejlar vi en länk och en kod. Med en av dem väljer du ett nytt lösenord.',
    send: 'Mejla länken',
    sending: 'Skickar...',
    sent: 'Om det finns ett konto med {{email}} är ett mejl på väg. Det kan dröja några minuter. Titta i skräpposten också.',
    code: 'Koden i mejlet',
    codeHint: `${'Åtta' satisfies Capitalize<Swedish[typeof EMAIL_CODE_DIGITS]>} siffror. Den gäller i ${RECOVERY_MINUTES} minuter och bara på den här enheten. Ge den inte till någon annan.`,
    codeMissing: 'Skriv koden.',
    codeMalformed: `Koden har ${'åtta' satisfies Swedish[typeof EMAIL_CODE_DIGITS]} siffror.`,
    codeWrong: 'Koden stämmer inte. Kontrollera siffrorna, eller be om ett nytt mejl.',
    codeSend: 'Välj nytt lösenord',
    again: 'Mejla en gång till',
    noMail:
      'Den här servern skickar ingen e-post. Den som driver den, oftast den som gav dig adressen hit, kan ge dig en länk där du väljer ett nytt lösenord.',
    toLogIn: 'Till inloggningen',
  },
  recover: {
    title: 'Välj ett nytt lösenord',
    lead: 'Du loggas in här när du har valt. Alla andra enheter loggas ut.',
    endsSignInMethods:
      'Den här servern skickar ingen e-post och kan inte veta att adressen är din. Därför tas passnycklar, återställningskoder och kopplade tjänster bort om ingen har bekräftat den, utom de som krävs när du loggar in. Lägg till dem igen under Profil, Inloggning.',
    password: 'Nytt lösenord',
    save: 'Spara och logga in',
    saving: 'Sparar...',
    endsAll:
      'Ingen har bekräftat adressen tidigare. Därför tas passnycklar, återställningskoder och kopplade tjänster bort, utom de som krävs när du loggar in. Lägg till dem igen under Profil, Inloggning.',
    keep: 'Fler sätt att logga in',
    keepLead: 'Behåll bara det du själv har lagt till. Resten tas bort när du sparar.',
    passkey: 'Behåll passnyckeln {{name}}',
    service: 'Behåll {{name}}',
    codes: 'Behåll återställningskoderna',
    added: 'Tillagd {{date}}',
    addedBefore: 'Tillagd {{date}}, innan adressen bekräftades',
  },
  verify: {
    title: 'Bekräfta din e-postadress',
    lead: 'Tryck på knappen, så vet vi att mejl till adressen når dig.',
    act: 'Bekräfta adressen',
    acting: 'Bekräftar...',
    done: 'Adressen är bekräftad.',
    outside:
      'Logga in på kontot, så bekräftas adressen. Eller skriv koden från mejlet där du är inloggad, under Profil, Inloggning.',
  },
  confirm: {
    title: 'Byt e-postadress',
    lead: 'Tryck på knappen, så byter ditt konto till adressen som mejlet kom till.',
    act: 'Byt till den här adressen',
    acting: 'Byter...',
    done: 'Bytet är klart. Använd den nya adressen nästa gång du loggar in.',
    outside:
      'Bara den som är inloggad på kontot kan byta. Logga in här, eller skriv koden från mejlet där du är inloggad, under Profil, Inloggning.',
  },
  claim: {
    title: 'Kan du inte logga in?',
    lead: 'Välj ett nytt lösenord, så blir kontot ditt. Alla enheter loggas ut, och det lösenord, de passnycklar och de tjänster som kontot har haft slutar gälla.',
  },
  undo: {
    title: 'Ångra bytet av e-postadress',
    lead: `Kontot får tillbaka adressen som mejlet kom till. Alla enheter loggas ut, och de inloggningssätt som har lagts till efter bytet tas bort. Om lösenordet har ändrats de ${'sju' satisfies Swedish[typeof UNDO_EMAIL_DAYS]} dagarna före bytet gäller också det gamla här.`,
    outside: 'Logga in på kontot, så kan du ångra bytet.',
    former: 'Ditt lösenord från före bytet',
    formerMissing: 'Skriv ditt lösenord från före bytet.',
    formerWrong: `Kontot har inte haft det lösenordet de ${'sju' satisfies Swedish[typeof UNDO_EMAIL_DAYS]} dagarna före bytet. Försök igen.`,
    keepLead: 'Behåll bara det du själv har lagt till. Resten tas bort när bytet ångras.',
    addedLately: 'Tillagd {{date}}, strax före bytet',
    taken: 'Ett annat konto har fått adressen. Den som driver tjänsten kan hjälpa dig.',
    act: 'Ångra bytet',
    acting: 'Ångrar...',
  },
  account: 'Konto: {{email}}',
  otherAccount: 'Ett annat konto är inloggat här. Logga ut det först, och öppna sedan länken igen.',
  noSecret:
    'Länken är ofullständig, eller så har sidan laddats om. Öppna länken i mejlet en gång till. Har du en kod skriver du den där du bad om den.',
  askAnew: 'Be om en ny länk',
  goOn: 'Fortsätt till Framme',
} as const;

export const providers = {
  someService: 'den andra tjänsten',
  entering: 'Loggar in',
  outcomes: {
    cancelled: 'Du avbröt hos {{provider}}. Försök igen, eller logga in på ett annat sätt.',
    unreachable:
      '{{provider}} svarar inte just nu. Försök igen om en stund, eller logga in på ett annat sätt.',
    refused: '{{provider}} kunde inte visa vem du är. Försök igen, eller logga in på ett annat sätt.',
    expired: 'Det tog för lång tid, eller så började du i en annan webbläsare. Försök igen.',
    unavailable: 'Servern svarar inte som den ska just nu. Försök igen om en stund.',
    'not-invited': 'Du har inget konto här. Det skapas bara genom en inbjudan, om det går alls.',
    'not-connected':
      'Det finns redan ett konto med din e-postadress, och det är inte kopplat till {{provider}}. Logga in som du brukar. Under Profil, Inloggning kan du sedan koppla {{provider}}.',
  },
  /** Authorization flows started from the profile. */
  onAccount: {
    connected: '{{provider}} är kopplad till ditt konto.',
    reauthenticated: 'Tack, nu vet vi att det är du. Fortsätt där du var.',
    cancelled: 'Du avbröt hos {{provider}}. Inget har ändrats.',
    unreachable: '{{provider}} svarar inte just nu. Försök igen om en stund.',
    refused: '{{provider}} kunde inte visa vem du är. Försök igen.',
    expired: 'Det tog för lång tid, eller så loggade du in på nytt under tiden. Försök igen.',
    'already-used':
      'Det kontot hos {{provider}} är redan kopplat till ett annat Framme-konto. Välj ett annat, eller koppla bort det där först.',
    'someone-else': 'Det kontot hos {{provider}} är inte kopplat till ditt konto. Välj det som är det.',
    unavailable: 'Servern svarar inte som den ska just nu. Försök igen om en stund.',
  },
  pendingSignUp: {
    title: 'Nästan klart',
    lead: 'Du är inloggad hos {{provider}}. Kontrollera uppgifterna och fyll i det som saknas.',
    over: 'Det tog för lång tid, eller så är du redan klar. Logga in en gång till.',
  },
} as const;
