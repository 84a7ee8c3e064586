/** The dialog that messages the other family. The messages are in ../to-other-family.ts. */
export const tell = {
  word: 'Meddela',
  title: 'Meddela föräldern',
  parentOf: 'Meddela föräldern till {{name}}',
  callParentOf: 'Ring föräldern till {{name}}',
  to: 'Till',
  shareHint: 'Delar du, väljer du mottagare i nästa steg.',
  guestHint: 'En gäst har inget nummer här. Skriv ett, eller dela eller kopiera texten.',
  message: 'Meddelande',
  note: 'Du skickar från din egen telefon. Framme skickar ingenting och sparar inte det du ändrar här.',
  share: 'Dela',
  sms: 'Skicka sms',
  copy: 'Kopiera',
  shared: 'Texten är delad.',
  copied: 'Texten är kopierad.',
  notCopied: 'Texten kunde inte kopieras. Markera den och kopiera själv.',
  notShared: 'Det gick inte att dela. Prova sms eller kopiera.',
} as const;
