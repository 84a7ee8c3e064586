import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** How phone numbers are read on this server. Out: the E.164 form, or undefined where the number is not certain. */
export function phoneReader(defaultCountry: CountryCode): (typed: string) => string | undefined {
  return (typed) => {
    const number = parsePhoneNumberFromString(typed, { defaultCountry, extract: false });
    return number?.isValid() && number.ext === undefined ? number.number : undefined;
  };
}
