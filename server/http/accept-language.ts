import { type Language, supportedLanguage } from '#domain/language.ts';
import { parseQualityList } from './quality-list.ts';

/** Returns the supported language that an Accept-Language header prefers, or undefined if it names none. */
export function preferredLanguage(header = ''): Language | undefined {
  return parseQualityList(header)
    .map(({ value }) => supportedLanguage(value))
    .find((language) => language !== undefined);
}
