/** The dialog that messages the other family. The messages are in ../to-other-family.ts. */
export const tell = {
  word: 'Meddela',
  call: 'Ring',
  parentOf: 'Meddela föräldern till {{name}}',
  callParentOf: 'Ring föräldern till {{name}}',
  linkDead: 'Länken du gjorde visar inget längre.',
} as const;
