import { type Language, supportedLanguage } from '#domain/language.ts';

export function preferredLanguage(header = ''): Language | undefined {
  return parseQualityList(header)
    .map(({ value }) => supportedLanguage(value))
    .find((language) => language !== undefined);
}

/** Quality values of RFC 9110: acceptable values in lower case, most preferred first. */
export function parseQualityList(header: string): { value: string; weight: number }[] {
  return header
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { value, weight: given === undefined ? 1 : Number(given) };
    })
    .filter(({ value, weight }) => value !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
}
