/** The sheet that adds a past visit, and the times of a correction. */
export const addVisit = {
  otherDay: 'Annan dag',
  earlier: '−{{minutes}} min',
  addIntro: 'För ett besök som ingen checkade in. Den andra familjen får ingen notis om det.',
  who: 'Vem var här?',
  nextDay: 'Besöket slutade dagen efter.',
  addDone: 'Besöket är tillagt.',
  addProblems: {
    who: 'Välj vem som var här.',
    incomplete: 'Fyll i datum och båda tiderna.',
    old: 'Så gamla besök sparas inte. Välj en senare dag.',
  },
} as const;
