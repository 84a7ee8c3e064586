import type { Profile } from '../documents.ts';
import type { Registration } from './calls.ts';

/** The name derived at registration: lower-case first name, a dot, lower-case last name (specification, section 5). */
function usernameOf(firstName: string, lastName: string): string {
  return `${firstName.toLowerCase()}.${lastName.toLowerCase()}`;
}

/** The profile a new account starts with (specification, sections 3 and 9). In: what was said and the time, ISO. */
export function firstProfile(
  { firstName, lastName, email, language }: Omit<Registration, 'password'> & Partial<Registration>,
  now: string,
): Profile {
  return {
    username: usernameOf(firstName, lastName),
    email,
    role: 'user',
    createdAt: now,
    firstName,
    lastName,
    notifications: true,
    language: language ?? 'sv',
    updatedAt: now,
  };
}

/** The form in which two spellings of one address meet: lower-case, in one Unicode normal form. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
