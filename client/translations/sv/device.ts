export const install = {
  title: 'Framme som app',
  lead: 'Lägg Framme på hemskärmen, så öppnas översikten med ett tryck, även utan nät.',
  here: 'Du använder appen nu.',
  act: 'Installera appen',
  offer: 'Ha Framme på hemskärmen?',
  byMenu: 'Öppna webbläsarens meny och välj Installera appen eller Lägg till på startskärmen.',
  apple: {
    share: 'Tryck på Dela i Safari.',
    add: 'Välj Lägg till på hemskärmen.',
    signIn: 'Öppna Framme från hemskärmen och logga in. Appen har ett eget minne, skilt från Safari.',
  },
  storage: {
    title: 'Det som sparas på enheten',
    kept: 'Webbläsaren har lovat att inte rensa det av sig själv.',
    mayGo:
      'Webbläsaren kan rensa det om minnet tar slut eller om du inte varit här på länge. Det som är skickat finns kvar på servern. Installerar du appen rensas det sällan.',
    unknown: 'Webbläsaren säger inte om den kan komma att rensa det.',
    full: 'Blir minnet fullt säger Framme till och sparar inget nytt förrän du gjort plats. Det som redan väntar finns kvar.',
    private: 'I ett privat fönster försvinner allt som inte är skickat när fönstret stängs.',
  },
} as const;

export const notifications = {
  title: 'Notiser på den här enheten',
  lead: 'Du får en notis när en annan familj svarar eller vill följa, när ett barn är på väg eller dröjer, och när någon ska hem, också när appen är stängd.',
  switch: 'På',
  taps: 'Också när en annan förälder checkar in eller ut',
  off: 'Av.',
  since: 'På sedan {{date}}.',
  handed: 'Senast lämnat till pushtjänsten {{time}}.',
  rejected: 'Pushtjänsten tog inte emot den senaste notisen.',
  blocked: 'Webbläsaren blockerar notiser. Ändra det i dess inställningar.',
  none: 'Den här webbläsaren kan inte ta emot notiser.',
  homeScreen: 'Lägg Framme på hemskärmen först.',
  host: 'Den som driver tjänsten har stängt av notiser.',
  late: 'Pushtjänsten svarar inte. Försök igen.',
  gone: 'Pushtjänsten har glömt enheten. Slå på igen.',
  test: 'Skicka ett prov',
  tested: 'Lämnat till pushtjänsten. Kom det?',
  honest:
    'En notis kan komma sent eller inte alls. Webbläsarens tillverkare ser att något skickas och när, men inte vad det står.',
  turnOn: 'Slå på',
  turnedOn: 'Den här enheten får notiser.',
} as const;

export const update = {
  title: 'Det finns en ny version av Framme',
  text: 'Den är redan hämtad, och inget går förlorat.',
  now: 'Uppdatera nu',
  interceptedTitle: 'Något annat än Framme svarar',
  interceptedText:
    'Du kanske behöver logga in på nätverket, eller hos den som driver tjänsten. Det du har gjort ligger kvar här och skickas sedan.',
  goOn: 'Gå vidare',
  tooOldTitle: 'Sidan behöver laddas om',
  tooOldText:
    'Det finns en ny version av Framme. Ladda om sidan. Inget har gått förlorat: det du har gjort ligger kvar här och skickas sedan.',
  tooNewTitle: 'Servern är äldre än sidan',
  tooNewText:
    'Servern behöver uppdateras innan den förstår den här sidan. Inget har gått förlorat: det du har gjort ligger kvar här och skickas då.',
} as const;

export const plainHttp = {
  title: 'Den här adressen saknar https',
  text: 'Därför går det inte att logga in eller skapa konto här, och inget sparas. Be den som driver tjänsten om adressen som börjar med https://.',
} as const;

export const wrongClock = {
  fast: 'Klockan på den här enheten går {{by}} före. Tiderna här är rätt ändå.',
  slow: 'Klockan på den här enheten går {{by}} efter. Tiderna här är rätt ändå.',
} as const;

export const restored = {
  text: 'Servern återställdes från en säkerhetskopia. Öppna Framme på familjens alla telefoner: det de vet kommer tillbaka av sig självt.',
  textFrom:
    'Servern återställdes från en säkerhetskopia från {{time}}. Öppna Framme på familjens alla telefoner: det de vet kommer tillbaka av sig självt.',
  close: 'Okej',
} as const;

export const signOut = {
  title: 'Logga ut utan att ha skickat allt?',
  consequence: {
    one: 'En ändring har inte nått servern än. Loggar du ut nu försvinner den.',
    other: '{{count}} ändringar har inte nått servern än. Loggar du ut nu försvinner de.',
  },
  refused: {
    one: 'En ändring gick inte att spara på servern. Även den försvinner.',
    other: '{{count}} ändringar gick inte att spara på servern. Även de försvinner.',
  },
  allSent: 'Allt är skickat nu.',
  send: 'Skicka och logga ut',
  notSent: 'Det gick inte att skicka. Försök igen, eller spara till en fil.',
  locked:
    'Du är utloggad här. Loggar du in igen skickas det som väntar. Tills dess ligger det kvar på enheten.',
  saveFile: 'Spara till en fil',
  saved: 'Sparad som {{file}}.',
  fileIsAbout: 'Ändringar i Framme som inte hade nått servern vid utloggningen.',
  discard: 'Kasta ändringarna och logga ut',
  stay: 'Stanna kvar',
} as const;
