/** The dialog that messages the other family. The messages are in ../../to-other-family.ts. */
export const tellDialog = {
  title: 'Meddela föräldern',
  to: 'Till',
  shareHint: 'Delar du, väljer du mottagare i nästa steg.',
  guestHint: 'En gäst har inget nummer här. Skriv ett, eller dela eller kopiera texten.',
  message: 'Meddelande',
  note: 'Du skickar från din egen telefon. Framme skickar ingenting och sparar inte texten.',
  linkNote: 'Länken gäller från det att du delar, skickar eller kopierar den.',
  link: 'Länk till besöket',
  linkHint:
    'Den andra familjen ser när {{name}} kom, är här och går hem. Inget konto behövs. Den slutar gälla sex timmar efter utcheckningen.',
  noLink: {
    needsHttps: 'En länk till besöket går bara att göra där Framme nås med https.',
    refused: 'Familjen vill inte ha länkar.',
    limit: 'Besöket har redan fem länkar. Öppna besöket och ta tillbaka dem för att göra en ny.',
  },
  share: 'Dela',
  sms: 'Skicka sms',
  copy: 'Kopiera',
  shared: 'Texten är delad.',
  copied: 'Texten är kopierad.',
  notCopied: 'Texten kunde inte kopieras. Markera den och kopiera själv.',
  notShared: 'Det gick inte att dela. Prova sms eller kopiera.',
} as const;
