import type { Profile } from '../documents.ts';
import { DEFAULT_LANGUAGE } from '../language.ts';
import type { Registration } from './calls.ts';

/** `now`: ISO. */
export function initialProfile(
  { firstName, lastName, email, language }: Omit<Registration, 'password'> & Partial<Registration>,
  now: string,
): Profile {
  return {
    username: `${firstName.toLowerCase()}.${lastName.toLowerCase()}`,
    email,
    role: 'user',
    createdAt: now,
    firstName,
    lastName,
    notifications: true,
    language: language ?? DEFAULT_LANGUAGE,
    updatedAt: now,
  };
}
