import { hereNow } from './hereNow.ts';
import { history } from './history.ts';
import { people } from './people.ts';
import { profile } from './profile.ts';
import { signOut } from './signOut.ts';
import { tell } from './tell.ts';

/** What only a signed-in parent reads; loaded when somebody is one. */
export const forParents = { hereNow, history, people, profile, signOut, tell } as const;
