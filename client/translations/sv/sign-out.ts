/** The question at signing out while changes are unsent. */
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
  notSent: 'Det gick inte att skicka. Kontrollera nätet och försök igen, eller spara till en fil.',
  locked:
    'Du är utloggad här. Loggar du in igen skickas det som väntar. Tills dess ligger det kvar på enheten.',
  saveFile: 'Spara till en fil',
  saved: 'Sparad som {{file}}.',
  fileIsAbout: 'Ändringar i Framme som inte hade nått servern vid utloggningen.',
  discard: 'Kasta ändringarna och logga ut',
  stay: 'Stanna kvar',
} as const;
