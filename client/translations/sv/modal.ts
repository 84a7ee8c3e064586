/** The check-in and check-out modal of the home page. */
export const modal = {
  chooseChild: 'Vems kompis är det?',
  chooseVisitorIn: 'Vem har kommit till {{name}}?',
  chooseVisitorOut: 'Vem går hem?',
  others: 'Övriga',
  alreadyIn: '{{name}} är redan incheckad sedan {{time}}.',
  alreadyOut: '{{name}} är redan utcheckad sedan {{time}}.',
  parentId: 'Förälder: {{id}}',
  signedOutTitle: 'Först behövs ett konto',
  signedOutText:
    'I det finns dina barn och deras vänner. När du har loggat in fortsätter du här.',
  tryFirst: 'Vill du känna på det innan? Stäng, och tryck på exemplet på sidan.',
  noChildrenTitle: 'Inga barn än',
  noChildrenText: 'Lägg till ditt barn. Sedan lägger du till vännerna som brukar komma.',
  noVisitorsTitle: 'Inga vänner än',
  noVisitorsText: 'Lägg till en vän till {{name}}, så checkar du in med ett tryck när vännen kommer.',
  toProfile: 'Till profilen',
  notStored: 'Det gick inte att spara på den här enheten. Försök igen, eller frigör utrymme i webbläsaren.',
  loadFailed: 'Uppgifterna kunde inte hämtas. Kontrollera nätet och försök igen.',
} as const;
