/**
 * Numbers as Swedish words; for 24 hours and for days, the whole term. `${'sju' satisfies Swedish[typeof N]}`
 * in a text fails to compile once N changes.
 */
export interface Swedish {
  5: 'fem';
  7: 'sju';
  8: 'åtta';
  10: 'tio';
  24: 'ett dygn';
  180: 'ett halvår';
  365: 'ett år';
  2000: '2 000';
}

export interface English {
  5: 'five';
  7: 'seven';
  8: 'eight';
  10: 'ten';
  24: 'a day';
  180: 'half a year';
  365: 'a year';
  2000: '2,000';
}
