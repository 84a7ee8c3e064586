/** Words of a name that promtool refuses in any metric, and what it wants instead. */
const UNITS: Readonly<Record<string, string>> = {
  milliseconds: 'seconds',
  microseconds: 'seconds',
  nanoseconds: 'seconds',
  minutes: 'seconds',
  hours: 'seconds',
  days: 'seconds',
  kilobytes: 'bytes',
  megabytes: 'bytes',
  gigabytes: 'bytes',
  bits: 'bytes',
  percent: 'ratio',
};
const ABBREVIATED = new Set('s ms us ns sec b kb mb gb tb pb m h d'.split(' '));
const TYPES = ['counter', 'gauge', 'histogram', 'summary'];
const SERIES = /_(?:bucket|count|sum)$/;

/** Returns a sentence for each fault that `promtool check metrics` finds in the names, types and labels of a text. */
export function metricFaults(text: string): string[] {
  const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }));
  const helped = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
  const faults = typed.flatMap(({ name, type }) => [
    ...(helped.has(name) ? [] : [`${name}: no help text`]),
    ...nameFaults(name, type).map((fault) => `${name}: ${fault}`),
  ]);
  const labels = [...text.matchAll(/[{,]([^{}=,"]+)="/g)].map(([, label = '']) => label);
  const misnamed = new Set(labels.filter((label) => !/^[a-z][a-z0-9_]*$/.test(label)));
  return [...faults, ...[...misnamed].map((label) => `the label ${label} is not in snake_case`)];
}

function* nameFaults(name: string, type: string): Generator<string> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) yield 'not in snake_case';
  const words = name.split('_');
  for (const word of words) {
    const unit = UNITS[word] ?? UNITS[`${word}s`];
    if (unit !== undefined) yield `use ${unit} instead of ${word}`;
    if (ABBREVIATED.has(word)) yield `the unit ${word} is abbreviated`;
    if (TYPES.includes(word)) yield `names its type, ${word}`;
  }
  if (type === 'counter' && words.at(-1) !== 'total') yield 'a counter ends in _total';
  if (type !== 'counter' && words.at(-1) === 'total') yield 'no counter, and ends in _total';
  if (SERIES.test(name)) yield 'ends like a series of a histogram';
}
