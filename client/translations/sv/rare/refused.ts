/** The list of changes that the server refused. */
export const refused = {
  at: '{{what}}, {{time}}',
  count: {
    one: '{{count}} ändring kunde inte sparas',
    other: '{{count}} ändringar kunde inte sparas',
  },
  show: 'Visa',
  gone: '{{name}} finns inte kvar i listan.',
} as const;
