/** The dialog that corrects the times of a visit. */
export const correction = {
  title: 'Rätta tid',
  intro: 'Den gamla tiden syns kvar.',
  date: 'Datum',
  time: 'Tid',
  openHint: 'Skriv när besöket slutade, så checkas det ut då. Lämna tomt om det pågår.',
  unknownHint: 'Tiden är okänd. Lämna tomt om du inte vet.',
  done: 'Tiden är rättad.',
  problems: {
    unchanged: 'Ändra en tid först, eller avbryt.',
    incomplete: 'Fyll i både datum och tid.',
    'too-many-corrections': 'Tiderna för ett besök kan ändras högst 50 gånger.',
    'ends-before-start': 'Besöket kan inte sluta innan det började. Ändra någon av tiderna.',
    'in-the-future': 'Tiden ligger i framtiden. Välj en tid som har passerat.',
    overlaps: 'Tiden krockar med ett annat besök av {{name}}. Välj en tid som inte går in i det.',
    'visit-open': 'Besöket pågår. Checka ut först, sedan kan tiden rättas.',
    'not-found': 'Besöket finns inte längre. Det kan ha tagits bort på en annan telefon.',
    other: 'Ett fel uppstod. Försök igen.',
  },
} as const;
