/** The first run: the sheet that follows a registration. */
export const firstRun = {
  progress: 'Steg {{number}} av {{count}}',
  skip: 'Hoppa över',
  next: 'Fortsätt',
  notNow: 'Inte nu',
  childTitle: 'Lägg till ditt barn',
  childHint: 'Har du fler barn lägger du till dem sedan.',
  friendTitle: 'Vem brukar komma till {{name}}?',
  friendHint: 'Lägg till en vän. Numret används när du ringer eller skriver till föräldern.',
  hereTitle: 'Är {{name}} här nu?',
  hereHint: 'Checka in, så ser du sedan när. Du kan ångra.',
} as const;
