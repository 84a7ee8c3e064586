import { common } from './en/common.ts';
import { hereNow } from './en/hereNow.ts';
import { history } from './en/history.ts';
import { home } from './en/home.ts';
import { people } from './en/people.ts';
import { profile } from './en/profile.ts';
import { signIn } from './en/signIn.ts';
import type { sv } from './sv.ts';
import type { Translated } from './translated.ts';

export const en = { common, signIn, home, people, hereNow, history, profile } as const satisfies Translated<
  typeof sv
>;
