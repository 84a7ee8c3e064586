/** The pictures of a day and of a week. */
export const pictures = {
  now: 'nu',
  noVisits: 'inga besök',
} as const;
