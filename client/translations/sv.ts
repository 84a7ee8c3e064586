import { common } from './sv/common.ts';
import { hereNow } from './sv/hereNow.ts';
import { history } from './sv/history.ts';
import { home } from './sv/home.ts';
import { people } from './sv/people.ts';
import { profile } from './sv/profile.ts';
import { signIn } from './sv/signIn.ts';

export const sv = { common, signIn, home, people, hereNow, history, profile } as const;
