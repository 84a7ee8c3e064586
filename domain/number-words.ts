/**
 * Numbers as Swedish texts write them in words; of 24 hours and of days the whole term. `${'sju' satisfies Swedish[typeof N]}` in
 * a text stands there as it is, and does not compile once N is another number.
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

/** The same of English texts. */
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
