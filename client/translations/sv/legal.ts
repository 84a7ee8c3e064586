import {
  ACTIVITY_DAYS,
  DAYS_REMOVED_KEPT,
  type ENDED_SESSION_DAYS,
  INVITATION_HOURS,
  type MAIL_LINK_HOURS,
  MONTH_DAYS,
  QUARTER_DAYS,
  QUESTION_DAYS,
  RESTORE_DAYS,
  SESSION_DAYS,
  SIGN_UP_MINUTES,
  type TRUSTED_BROWSER_DAYS,
  type UNDO_EMAIL_DAYS,
  UNSEEN_SESSION_DAYS,
  type YEAR_DAYS,
} from '#domain/limits.ts';
import type { Swedish } from '#domain/number-words.ts';

export const legal = {
  privacy: {
    lead: 'Framme sparar det du skriver in, när du trycker och det som behövs för att hålla ordning på det. Inget annat.',
    points: [
      {
        name: 'Vad',
        text: 'Namn, telefonnummer, födelsedatum, tider för besök och det du antecknar om en vän. Ingen position, inga bilder och ingen reklam.',
      },
      { name: 'Var', text: 'På servern hos den som driver tjänsten, och på de enheter där du är inloggad.' },
      {
        name: 'Vem ser det',
        text: 'Din familj. Ett enda besök: den som har en länk till det. Ett barns besök: en familj som du har sagt ja till. Den som driver tjänsten kan läsa databasen, men inte lösenorden.',
      },
      { name: 'Hur länge', text: 'Besök i ett år, eller så länge du väljer. Resten tills du tar bort det.' },
      {
        name: 'Hur du raderar',
        text: 'Ta bort ett barn, en vän eller en gäst i profilen, eller hela kontot under Profil, Data.',
      },
    ],
    sections: [
      {
        heading: 'Det här sparas',
        text: `Ditt namn, ett användarnamn som bildas av det, din e-postadress, ditt telefonnummer om du anger det, dina val av språk och notiser, och ditt lösenord i en form som inte går att läsa tillbaka. Om du lägger till passnycklar, återställningskoder eller en annan tjänst att logga in med: passnyckelns namn och öppna del, när den senast användes och sedan när den krävs, kontrollsummor av koderna och tjänstens id för dig. Om du byter e-postadress: den nya, tills länken har använts eller blivit för gammal, och sedan den förra i ${'sju' satisfies Swedish[typeof UNDO_EMAIL_DAYS]} dagar, med det dåvarande lösenordet i samma oläsbara form, så att bytet kan ångras. Ett lösenord som du byter ut sparas av samma skäl i ${'sju' satisfies Swedish[typeof UNDO_EMAIL_DAYS]} dagar, också det i oläsbar form. Börjar du med en annan tjänst utan att bli klar sparas namnet och e-postadressen därifrån i högst omkring ${SIGN_UP_MINUTES + 60} minuter. Dina barns namn och födelsedatum. Vännernas namn och deras föräldrars telefonnummer. Gästernas namn och deras föräldrars användar-id. Det du antecknar om dem, till exempel en allergi; det ser bara ni i familjen, aldrig den som har en länk.`,
      },
      {
        heading: 'Det här sparas om varje tryck',
        text: 'Vem som kom eller gick och när, vem som tryckte, tiden och tidszonen enligt enheten, ett slumpat id för enheten och när servern tog emot trycket. Rättar du en tid finns den förra kvar bredvid. Skriver du in när någon ska hem: den tiden, vem som satte den och när. Trycker du Går hem själv: när barnet väntas hem, vem som tryckte, och vem som sa att barnet är hemma och när, så länge besöket sparas; hos vännen de minuter du valde. Säger du att ett barn är på väg eller väntas: tiderna och tidszonen, tills ett dygn efter att det är över.',
      },
      {
        heading: 'Det här sparas om varje inloggning',
        text: `Enhetens namn, när den började, när den senast användes, när du senast visade att det är du och en kontrollsumma av nyckeln i din kaka. Själva nyckeln finns bara i din webbläsare. En inloggning slutar gälla efter ${SESSION_DAYS} dagar, eller efter ${UNSEEN_SESSION_DAYS} dagar utan användning. Kontrollsumman sparas sedan i ${'ett halvår' satisfies Swedish[typeof ENDED_SESSION_DAYS]}, så att enheten kan få veta varför. Länkar och koder i mejl gäller i högst ${'ett dygn' satisfies Swedish[typeof MAIL_LINK_HOURS]}, utom den som ångrar ett byte av e-postadress: ${'sju' satisfies Swedish[typeof UNDO_EMAIL_DAYS]} dagar. Att en webbläsare är känd för kontot sparas i ${'ett år' satisfies Swedish[typeof TRUSTED_BROWSER_DAYS]}. För att bromsa den som gissar lösenord eller länkar räknas försök per konto, länk och adress, under kontrollsummor som tas bort när de inte längre behövs. Det som händer med kontots säkerhet, som inloggningar, misslyckade försök och byten av lösenord, ser du under Senaste händelser i ${ACTIVITY_DAYS} dagar: vad, när, hur många gånger och med vilken webbläsare.`,
      },
      {
        heading: 'Det här sparas inte',
        text: 'Ingen position, inga bilder, inga kontakter från telefonen och ingen statistik över hur du använder appen. Inga spårare, och inga anrop till andra företag om du inte själv väljer att logga in hos ett, eller slår på notiser på en enhet. Om den som driver tjänsten skickar mejl får en mejlserver din adress och länken.',
      },
      {
        heading: 'På enheterna',
        text: 'När du loggar ut töms enheten på familjens uppgifter. Loggar du ut enheten från en annan, eller byter lösenord, töms den när den når servern. Blir en inloggning för gammal ligger uppgifterna kvar, låsta, tills du loggar in igen eller någon annan loggar in där. Ändringar som aldrig skickats ligger kvar på enheten tills de skickas eller tas bort.',
      },
      {
        heading: 'Notiser',
        text: 'En in- eller utcheckning skapar en notis med den andra förälderns telefonnummer eller användar-id, namnet och om det gäller in eller ut. I den här versionen skrivs den ut på servern efter en kort stund, oftast tio sekunder; inget sms eller mejl skickas. Så att ingen översvämmas finns en gräns för hur många notiser en familj skickar på ett dygn; hur många som inte skickades ser du under Senaste händelser. I profilen kan du stänga av notiserna. Slår du på notiser på en enhet sparar servern webbläsarens adress hos dess pushtjänst, två nycklar och när något senast lämnades dit, så länge inloggningen gäller. Innehållet krypteras för enheten. Webbläsarens tillverkare får veta att och när något skickas, inte vad det står.',
      },
      {
        heading: 'Länk till ett besök',
        text: 'Skickar du en länk kan den som har den se förnamnen, också ditt, när vännen kommer och går, planerad hemtid och, om du väljer det för länken, ditt telefonnummer. Servern sparar en kontrollsumma av länken, när den skapades och när den först öppnades, och svaret. Allt det tas bort senast fyra dygn efter att länken skapades, utom kontrollsumman: den finns kvar, så att ingen annan kan återanvända länken. Den som fått en länk kan se vad som sparas, utom familjens egen anteckning, säga nej till fler och be att bli borttagen, utan konto.',
      },
      {
        heading: 'Att följa ett barn',
        text: `En familj som har fått en länk kan fråga om den får följa barnet. Då ser ni namnen på alla föräldrar i den, också på den som går med senare, och tills ni svarar deras e-postadresser och hur gamla deras konton är. Efter ett ja ser de samma sak som genom en länk, utom ert nummer, vid varje besök tills någon av er avslutar. Servern sparar vilka familjer och vilken vän det gäller, förnamnet, när de frågade och med vilken länk, när ni sa ja, tills det avslutas; ett nej ett dygn, en fråga utan svar i ${QUESTION_DAYS} dagar. Inget kopieras till deras uppgifter på servern, men deras enheter behåller det senaste de såg.`,
      },
      {
        heading: 'Om en annan familj säger nej',
        text: 'Säger en familj nej till fler länkar, eller ber att bli borttagen, sparas när de gjorde det och vad du svarade, hos vännen i din lista, så länge vännen står där. Tar du bort det de bad om försvinner vännen och alla besöken helt, utan att ligga kvar bland de borttagna. Spärrar den som driver tjänsten ett nummer för länkar sparas en kontrollsumma av numret tills spärren tas bort. Den som inte är nöjd kan klaga hos Integritetsskyddsmyndigheten, IMY.',
      },
      {
        heading: 'Flera föräldrar',
        text: `Bjuder du in en förälder till familjen ser ni båda allt i den, och vem som tryckte vad. Föräldrarna ser varandras namn och e-post. Servern sparar en kontrollsumma av inbjudan, vem som bjöd in och vem som frågade, i högst ${INVITATION_HOURS} timmar. Den som går med lämnar sin förra familj i Framme: var den ensam där raderas den, annars finns den kvar hos de andra. Den som lämnar, eller tas bort, får en egen kopia av barn, vänner och besök, men inte av länkar och svar. I familjen står sedan ”en tidigare förälder” vid det som hen tryckte.`,
      },
      {
        heading: 'Hur länge',
        text: `Besök raderas ${'ett år' satisfies Swedish[typeof YEAR_DAYS]} efter att de avslutats, om du inte väljer ${MONTH_DAYS} dagar, ${QUARTER_DAYS} dagar eller för alltid. Det gäller också på enheterna, när de når servern. Allt annat finns kvar tills du tar bort det. Tar du bort ett besök ligger det kvar bland de borttagna i högst ${DAYS_REMOVED_KEPT} dagar, så att det kan återställas. Tar du bort ett barn försvinner barnets vänner, gäster och besök. Tar du bort en vän eller gäst blir namnet kvar i historiken så länge besöken sparas.`,
      },
      {
        heading: 'Ta med dig eller radera allt',
        text: `Under Profil, Data, kan du hämta allt som finns sparat utom lösenord, nycklar och det som bara håller ordning, som räknade försök och vilka tryck som redan är mottagna, välja hur länge besök sparas och radera kontot. När du raderar det kan ingen längre se något som hör till familjen, och väntande notiser skickas inte. Servern tar bort det bit för bit, vilket för en stor familj tar någon minut. I filerna på serverns disk skrivs namnen över inom en timme efter det. Är databasen mycket stor, eller en annan än den som följer med Framme, kan rester ligga kvar längre i delar av filen som ingen läser; den som driver tjänsten vet vilken det är. Är ni flera föräldrar tas bara ditt konto bort, och familjen finns kvar hos de andra. Kvar blir bara en kontrollsumma per inloggning, i ${'ett halvår' satisfies Swedish[typeof ENDED_SESSION_DAYS]} efter att den annars hade slutat gälla, så att enheten kan få veta att kontot är borta och tömma sig. Den säger inte vems kontot var. Kontrollsummorna som försök räknas under försvinner inom några timmar.`,
      },
      {
        heading: 'Loggar och säkerhetskopior',
        text: 'Serverns logg innehåller inga namn, telefonnummer, e-postadresser eller nycklar. För att den som driver tjänsten ska kunna stoppa angrepp har den en rad om varje inloggning, misslyckat försök och ändring av hur du loggar in, med nätadressen (av en IPv6-adress bara den del som hela hemmet delar) och en kontrollsumma av kontot. Hur länge loggen sparas bestämmer den som driver tjänsten. Notiser skrivs ut för sig. Den som driver tjänsten kan ha säkerhetskopior och utskrifter av notiser där det raderade finns kvar tills de raderas. Fråga hur länge de sparas.',
      },
    ],
  },
  terms: {
    lead: 'Kort och rakt: så här är det tänkt att Framme används.',
    sections: [
      {
        heading: 'Ett stöd, inte tillsyn',
        text: 'Framme visar det någon har tryckt. Det vet inte var ett barn är. Ett svar säger inte vem som svarade: lämna aldrig ut ett barn på grund av ett svar. Ansvaret för barnen ligger hos de vuxna, precis som förut.',
      },
      {
        heading: 'Andras uppgifter',
        text: 'Du skriver in namn, telefonnummer och kanske anteckningar som hör till andra familjer. Fråga dem först, och ta bort uppgifterna om de vill det. Skicka en länk bara till barnets egen familj, säg ja till att följa bara om du vet vilka som frågar, och tillåt länkar igen bara om de har bett dig.',
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
    lead: 'Bara det som måste finnas för att Framme ska fungera. Därför finns ingen ruta att klicka bort.',
    points: [
      {
        name: 'Vad',
        text: 'Kakor som håller dig inloggad och minns ditt språk, och en kopia av familjens uppgifter så att du kan trycka utan nät.',
      },
      {
        name: 'Var',
        text: 'I din webbläsare. Inget delas med andra företag, om du inte slår på notiser på enheten.',
      },
      { name: 'Vem ser det', text: 'Bara servern som du är inloggad på.' },
      {
        name: 'Hur länge',
        text: `Inloggningen i högst ${SESSION_DAYS} dagar. Språket, och att webbläsaren är känd, i ${'ett år' satisfies Swedish[typeof TRUSTED_BROWSER_DAYS]}.`,
      },
      {
        name: 'Hur du raderar',
        text: 'Logga ut, så töms enheten på familjens uppgifter. Resten försvinner när du rensar webbläsarens data för sidan.',
      },
    ],
    sections: [
      {
        heading: 'Inloggning',
        text: `En kaka (framme) håller dig inloggad i högst ${SESSION_DAYS} dagar. Den kan bara läsas av servern och försvinner när du loggar ut. En annan (framme-device) minns i ${'ett år' satisfies Swedish[typeof TRUSTED_BROWSER_DAYS]} att webbläsaren är känd för kontot, så att ingen kan låsa dig ute genom att gissa lösenord. Medan en inloggning i flera steg pågår finns en tredje (framme-step, framme-passkey, framme-trip eller framme-newcomer) i några minuter. Över https börjar alla dessa med __Host-. En rad i webbläsarens lagring (framme.account) minns vem som är inloggad, och en annan (framme.held) vems uppgifter som finns på enheten: ett id, id för de familjer som kontot är eller har varit i här, e-postadressen med de flesta tecken dolda och en kontrollsumma. Loggar du ut utan nät minns en annan (framme.leaving) det tills servern har fått veta: den rymmer bara ett slumpat värde som hör till den inloggningen, inget om vem du är. Ber du om en kod för ett glömt lösenord sparas ett slumpat värde (framme.recovery) i en timme. Tackar du nej till att installera appen eller svarar på om enheten ska få notiser sparas när (framme.install, framme.notify). Slår du på notiser på enheten minns den för vilket konto och vad (framme.push) tills du slår av det eller loggar ut. Visar du hos en annan tjänst vem du är för att byta e-postadress, minns fliken den nya (framme.new-email) tills du är tillbaka. Öppnar du en länk från ett mejl och måste logga in först, minns fliken länken (framme.mailed-link) så länge. Öppnar du en inbjudan till en familj minns fliken den (framme.invite) tills du har gått med eller stänger fliken.`,
      },
      {
        heading: 'Språk',
        text: 'Språket sparas redan vid första besöket: i webbläsarens lagring (i18nextLng) tills du tömmer den, och i en kaka (i18next) i ett år, så att servern kan skicka sidan på rätt språk från början. Kakan innehåller bara sv eller en.',
      },
      {
        heading: 'Sidan bakom en länk till ett besök',
        text: 'Den som öppnar en länk behöver inget konto och får inget sparat på sin enhet: ingen kaka, inget i webbläsarens lagring eller cache. Det enda undantaget är kakan med språket, om hen trycker på språkknappen. Är enheten inloggad i Framme läser sidan det (framme.account), för att kunna erbjuda att följa barnet.',
      },
      {
        heading: 'Dina uppgifter på enheten',
        text: `När du är inloggad finns en kopia av familjens uppgifter i webbläsarens databas, så att du kan öppna sidan och fortsätta trycka utan nät, och ett tryck läggs först i webbläsarens lagring (framme.journal). Det senaste du såg av barn du följer ligger också där. Det du tryckt de senaste ${RESTORE_DAYS} dagarna ligger kvar där sedan servern har det, också om någon som har raderats sedan dess, så att det kommer tillbaka om den som driver tjänsten måste återställa en säkerhetskopia. Allt detta tas bort när du loggar ut, och när kontot raderas. Loggar någon annan in på enheten, eller loggas den ut från en annan, blir bara ändringar som aldrig skickats kvar. Detsamma gäller uppgifterna från en familj som du har lämnat. Sidans egna filer ligger också i webbläsarens cache (framme- följt av versionen), så att den öppnas utan nät. De är desamma för alla, säger inget om familjen och ligger kvar när du loggar ut. Slår du på notiser på enheten har webbläsaren en adress hos sin tillverkares pushtjänst tills du slår av det eller loggar ut.`,
      },
    ],
  },
  accessibility: {
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
