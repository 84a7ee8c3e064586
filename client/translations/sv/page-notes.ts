/** The host's contact section and the notice for browsers without scripts; part of the text pages. */
export const pageNotes = {
  host: {
    heading: 'Den som driver tjänsten',
    name: '{{name}} driver servern och ansvarar för uppgifterna på den.',
    contact: 'Hör av dig hit:',
  },
  notLoaded: { text: 'Sidan är inte färdigladdad. Kontrollera att du har nät.', retry: 'Försök igen' },
  withoutScripts: {
    page: 'Den här sidan går att läsa utan JavaScript. För att logga in och checka in behöver du slå på det.',
    appShell: 'Framme behöver JavaScript här. Slå på det i webbläsaren och ladda om sidan.',
  },
} as const;
