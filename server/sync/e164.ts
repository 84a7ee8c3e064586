import type { CountryCode } from 'libphonenumber-js/max';
import { phoneNumbers } from '../config/phone-numbers.ts';

/** Returns a formatter of typed phone numbers: their E.164 form, or undefined if it is not certain. */
export function createE164Formatter(defaultCountry: CountryCode): (typed: string) => string | undefined {
  return (typed) => {
    const number = phoneNumbers().parsePhoneNumberFromString(typed, { defaultCountry, extract: false });
    return number?.isValid() && number.ext === undefined ? number.number : undefined;
  };
}
