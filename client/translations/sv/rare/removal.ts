/** The question before a person is removed. */
export const removal = {
  removeTitle: 'Ta bort {{name}}?',
  removeChildHere: {
    one: '{{names}} är incheckad här nu.',
    other: '{{names}} är incheckade här nu.',
  },
  removeChild: 'Vänner, gäster och besök hos {{name}} tas också bort. Det går inte att ångra.',
  removeVisitor: '{{name}} försvinner från listan. Tidigare besök finns kvar i historiken.',
  removeHere:
    '{{name}} är incheckad. Besöket avslutas, och tiden för när det slutade blir okänd. Checka ut först om du vill spara den.',
} as const;
