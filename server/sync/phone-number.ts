import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Returns a parser of phone numbers, which gives the E.164 form, or undefined if the number is not certain. */
export function phoneNumberParser(defaultCountry: CountryCode): (typed: string) => string | undefined {
  return (typed) => {
    const number = parsePhoneNumberFromString(typed, { defaultCountry, extract: false });
    return number?.isValid() && number.ext === undefined ? number.number : undefined;
  };
}
