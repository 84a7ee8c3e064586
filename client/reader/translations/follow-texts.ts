import type { Language } from '#domain/language.ts';
import { en } from './en-follow.ts';
import { type FollowTexts, sv } from './sv-follow.ts';

/** The texts of following, by language. */
export const FOLLOW_TEXTS: Record<Language, FollowTexts> = { sv, en };
