import { MAX_PARENTS } from '#domain/limits.ts';

export const signIn = {
  logInLead: 'Välkommen tillbaka.',
  historyLead: 'Logga in för att se historiken.',
  checkInLead: 'Logga in, så fortsätter du med in- och utcheckningen.',
  registerLead: 'Vi frågar bara efter det som behövs.',
  firstName: 'Förnamn',
  lastName: 'Efternamn',
  email: 'E-post',
  password: 'Lösenord',
  confirmPassword: 'Bekräfta lösenordet',
  passwordHint: 'Minst 6 tecken.',
  passwordTip: 'Det här är lätt att gissa. Ett längre lösenord är säkrare, till exempel några ord i rad.',
  loggingIn: 'Loggar in...',
  createAccount: 'Skapa konto',
  creatingAccount: 'Skapar konto...',
  noAccount: 'Har du inget konto?',
  or: 'eller',
  moreWays: 'Fler sätt att logga in',
  continueWith: 'Fortsätt med {{provider}}',
  notConnected: 'Den som driver tjänsten har inte kopplat in {{names}} än.',
  again: {
    why: 'Du loggades ut på den här enheten, från en annan enhet eller för att det var länge sedan. Därför visas inget om familjen just nu.',
    ended:
      'Den här enheten har loggats ut, från en annan enhet eller för att lösenordet ändrades. Familjens uppgifter är borttagna härifrån och hämtas igen när du loggar in.',
    waiting: {
      one: 'En ändring är sparad här och skickas när du har loggat in.',
      other: '{{count}} ändringar är sparade här och skickas när du har loggat in.',
    },
    password: 'Lösenord för {{email}}',
    otherWay: 'Logga in på ett annat sätt',
  },
  missing: {
    firstName: 'Skriv ditt förnamn.',
    lastName: 'Skriv ditt efternamn.',
    email: 'Skriv din e-postadress.',
    password: 'Skriv ditt lösenord.',
    newPassword: 'Välj ett lösenord.',
    confirmPassword: 'Skriv lösenordet en gång till.',
  },
} as const;

export const passkeys = {
  signIn: 'Logga in med passnyckel',
  asking: 'Väntar på din enhet...',
  obstacles: {
    address: 'Passnycklar fungerar inte när adressen är siffror. Öppna sidan via https eller på localhost.',
    browser: 'Den här webbläsaren kan inte använda passnycklar. Uppdatera den eller välj en annan.',
  },
  step: {
    title: 'Ett steg till',
    lead: 'Ditt konto är skyddat med en passnyckel. Visa att det är du.',
    usePasskey: 'Använd passnyckel',
    useCode: 'Använd en återställningskod',
    code: 'Återställningskod',
    codeHint: '16 bokstäver och siffror. Stora eller små spelar ingen roll.',
    codeMissing: 'Skriv en av dina återställningskoder.',
    codeWrong: 'En kod har 16 bokstäver och siffror, som 7K3M-9QXT-2BFD-V5NA. Kontrollera den.',
    goOn: 'Fortsätt',
    checking: 'Kontrollerar...',
    back: 'Tillbaka till inloggningen',
    lost: 'Har du varken passnyckeln eller någon kod kvar kan bara den som driver tjänsten hjälpa dig.',
    left: {
      one: 'Koden är förbrukad. Du har en kvar. Skapa nya under Profil, Inloggning.',
      other: 'Koden är förbrukad. Du har {{count}} kvar.',
    },
    leftNone: 'Det var din sista kod. Skapa nya under Profil, Inloggning.',
  },
  failures: {
    cancelled: 'Ingen passnyckel användes. Försök igen när du vill.',
    'passkey-late': 'Det tog för lång tid. Försök igen.',
    'passkey-taken': 'Den här enheten har redan en passnyckel till ditt konto.',
    unsupported: 'Den här enheten kan inte göra en sådan passnyckel. Prova en annan enhet eller webbläsare.',
    failed: 'Enheten kunde inte använda passnyckeln. Försök igen.',
    'passkey-refused':
      'Passnyckeln hör inte till något konto här. Den kan ha tagits bort. Logga in på ett annat sätt.',
    'passkey-copied':
      'Passnyckeln kan ha kopierats, för dess räknare har gått bakåt. Använd ett annat sätt, ta bort den under Profil, Inloggning, och skapa en ny.',
    'passkey-limit': 'Du har så många passnycklar du kan ha. Ta bort en som du inte använder.',
    'passkey-needed': 'Så länge ditt konto kräver en passnyckel måste du ha minst en. Stäng av kravet först.',
    'last-sign-in-method': 'Passnyckeln är ditt enda sätt att logga in. Välj ett lösenord först.',
    'codes-needed': 'Skapa återställningskoder först, och spara dem.',
    'email-unverified': 'Bekräfta din e-post först.',
    'code-refused': 'Koden stämmer inte, eller så är den redan använd. Försök med en annan.',
    'second-factor-over': 'Det tog för lång tid, eller så blev det för många försök. Logga in en gång till.',
  },
} as const;

/** They name nobody of the other account's family. */
export const held = {
  title: 'Ändringar från ett annat konto väntar här',
  what: {
    one: '{{account}}: {{count}} ändring är inte skickad, från {{time}}.',
    other: '{{account}}: {{count}} ändringar är inte skickade, den första från {{time}}.',
  },
  titleLeft: 'Ändringar från din förra familj är kvar här',
  left: {
    one: '{{account}}: {{count}} ändring, från {{time}}, hann inte skickas innan kontot bytte familj. Den skickas aldrig.',
    other:
      '{{account}}: {{count}} ändringar, den första från {{time}}, hann inte skickas innan kontot bytte familj. De skickas aldrig.',
  },
  fileIsAbout: 'Ändringar i Framme som inte hann nå servern innan kontot bytte familj.',
  unnamed: 'Ett konto som var inloggat här förut',
  signIn: 'Det som väntar skickas när den som äger kontot loggar in på den här enheten.',
  signOutFirst:
    'Det som väntar skickas när den som äger kontot loggar in på den här enheten. Logga först ut härifrån.',
  discard: 'Kasta ändringarna',
  discardNamed: 'Kasta ändringarna från {{account}}',
  discardTitle: 'Kasta ändringarna?',
  discardText: {
    one: '{{count}} ändring från {{account}} skickas då aldrig. Det går inte att ångra.',
    other: '{{count}} ändringar från {{account}} skickas då aldrig. Det går inte att ångra.',
  },
  discarded: 'Ändringarna är kastade.',
  later: 'Inte nu',
} as const;

export const join = {
  title: 'Inbjudan till en familj',
  headline: '{{name}} bjuder in dig till familjen i Framme',
  lead: 'Ni delar då allt: barn, vänner, gäster och besök.',
  signIn: 'Skapa ett konto eller logga in först. Inbjudan finns kvar i den här fliken.',
  as: 'Du är inloggad som {{email}}.',
  ask: 'Be att få gå med',
  asking: 'Skickar...',
  next: '{{name}} behöver bara säga ja, sedan går du med.',
  notYet: 'Inget händer med din familj i Framme förrän du själv går med.',
  asked:
    'Nu väntar du på att {{name}} säger ja. Sidan uppdateras av sig själv. Du kan också komma tillbaka hit genom länken.',
  approved: '{{name}} har sagt ja.',
  former: {
    gone: 'Din nuvarande familj i Framme tas bort: {{children}} och {{visits}}. Hämta uppgifterna först.',
    children: { one: '{{count}} barn', other: '{{count}} barn' },
    visits: { one: '{{count}} besök', other: '{{count}} besök' },
    stays: 'Din nuvarande familj i Framme finns kvar hos de andra där. Du ser den inte längre.',
  },
  unsent: {
    one: '{{count}} ändring på den här enheten är inte skickad än. Den måste fram till din familj först.',
    other: '{{count}} ändringar på den här enheten är inte skickade än. De måste fram till din familj först.',
  },
  join: 'Gå med i familjen',
  joining: 'Går med...',
  done: 'Du är med i familjen.',
  own: 'Det här är en inbjudan till familjen som du redan är med i. Skicka länken till den som ska gå med, eller visa koden.',
  toParents: 'Till föräldrarna',
  missing: 'Länken är ofullständig. Öppna den igen, eller läs av koden en gång till.',
  dead: 'Inbjudan gäller inte längre. Den kan vara för gammal, använd eller återtagen. Be om en ny.',
  deadSignIn: 'Har du redan bett att få gå med? Logga in med samma konto.',
  deadOther: 'Bad du att få gå med från ett annat konto? Logga in med det.',
  failures: {
    'link-expired': 'Inbjudan gäller inte längre. Be om en ny.',
    'parent-limit': `Familjen har redan ${MAX_PARENTS} föräldrar.`,
    'other-household': 'Du är i en annan familj än när sidan öppnades. Ladda om sidan.',
    'last-parent': 'Du är nu ensam kvar i din familj. Läs igen vad som händer med den innan du går med.',
    notSent: 'Alla ändringar är inte skickade än. Försök igen om en stund.',
  },
} as const;
