import { filled } from './parent.ts';

/**
 * Returns a pattern of a text with a time of day in it, by default any. A time that is not of today has its day before it, as
 * has what is planned shortly before midnight.
 */
export function timed(text: string, values: Record<string, string> = {}, time = '\\d\\d:\\d\\d'): RegExp {
  const words = filled(text, { made: '#', opened: '#', time: '#', ...values });
  const pattern = words.replaceAll(/[?.]/g, '\\$&').replaceAll('#', `(?:\\d+ \\S+ )?${time}`);
  // The space before a dot does not break.
  return new RegExp(pattern.replaceAll(' · ', '\\s· '));
}
