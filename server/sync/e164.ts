import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Returns a formatter of typed phone numbers: their E.164 form, or undefined if it is not certain. */
export function createE164Formatter(defaultCountry: CountryCode): (typed: string) => string | undefined {
  return (typed) => {
    const number = parsePhoneNumberFromString(typed, { defaultCountry, extract: false });
    return number?.isValid() && number.ext === undefined ? number.number : undefined;
  };
}
