/** The words of another family through a link: that it wants no more of them, or to be removed. */
export const linkRefusals = {
  heading: 'Från andra familjer',
  refuses: '{{whose}} familj vill inte ha länkar.',
  asks: '{{whose}} familj ber dig ta bort det du har sparat om {{name}}.',
  since: 'De har väntat på svar sedan {{time}}.',
  long: 'De har väntat på svar i mer än 30 dagar.',
  remove: 'Ta bort',
  keep: 'Behåll',
  allow: 'Tillåt länkar',
  allowHint: 'Bara om de har bett dig.',
  allowed: 'Nya länkar går att göra igen. De gamla visar inget.',
  kept: '{{name}} är kvar. Familjen får fortfarande inga länkar.',
  removeTitle: 'Ta bort allt om {{name}}?',
  removeText: {
    zero: '{{name}} försvinner ur listan. Det går inte att ångra.',
    one: '{{name}} försvinner ur listan, och {{count}} besök ur historiken. Det går inte att ångra.',
    other: '{{name}} försvinner ur listan, och {{count}} besök ur historiken. Det går inte att ångra.',
  },
  isHere: '{{name}} är incheckad nu. Det besöket försvinner också.',
  waits: 'Historiken hämtas. Du kan ta bort när allt är här.',
  removing: 'Tar bort {{done}} av {{count}} …',
  removed: 'Allt om {{name}} är borttaget.',
} as const;
