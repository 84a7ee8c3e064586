/** The changes of another account that wait on this device. They name nobody of its family. */
export const held = {
  title: 'Ändringar från ett annat konto väntar här',
  what: {
    one: '{{account}}: {{count}} ändring är inte skickad, från {{time}}.',
    other: '{{account}}: {{count}} ändringar är inte skickade, den första från {{time}}.',
  },
  titleLeft: 'Ändringar från din förra familj är kvar här',
  left: {
    one: '{{account}}: {{count}} ändring, från {{time}}, hann inte skickas innan kontot bytte familj. Den skickas aldrig.',
    other:
      '{{account}}: {{count}} ändringar, den första från {{time}}, hann inte skickas innan kontot bytte familj. De skickas aldrig.',
  },
  fileIsAbout: 'Ändringar i Framme som inte hann nå servern innan kontot bytte familj.',
  unnamed: 'Ett konto som var inloggat här förut',
  signIn: 'Det som väntar skickas när den som äger kontot loggar in på den här enheten.',
  signOutFirst:
    'Det som väntar skickas när den som äger kontot loggar in på den här enheten. Logga först ut härifrån.',
  discard: 'Kasta ändringarna',
  discardNamed: 'Kasta ändringarna från {{account}}',
  discardTitle: 'Kasta ändringarna?',
  discardText: {
    one: '{{count}} ändring från {{account}} skickas då aldrig. Det går inte att ångra.',
    other: '{{count}} ändringar från {{account}} skickas då aldrig. Det går inte att ångra.',
  },
  discarded: 'Ändringarna är kastade.',
  later: 'Inte nu',
} as const;
