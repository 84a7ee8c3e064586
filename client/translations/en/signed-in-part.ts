import { hereNow } from './here-now.ts';
import { history } from './history.ts';
import { people } from './people.ts';
import { profile } from './profile.ts';
import { signOut } from './sign-out.ts';
import { tell } from './tell.ts';
import { visit } from './visit.ts';

/** Texts that only signed-in parents see, loaded for them. */
export const signedInPart = { hereNow, history, people, profile, signOut, tell, visit } as const;
