/** The app on the phone's own screen, and what the browser keeps. Loaded where they are explained. */
export const install = {
  title: 'Framme som app',
  lead: 'Lägg Framme på hemskärmen, så öppnas översikten med ett tryck, även utan nät.',
  here: 'Du använder appen nu.',
  act: 'Installera appen',
  later: 'Inte nu',
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
