import { firstRun } from './first-run.ts';
import { hereNow } from './here-now.ts';
import { history } from './history.ts';
import { people } from './people.ts';
import { pictures } from './pictures.ts';
import { profile } from './profile.ts';
import { signOut } from './sign-out.ts';
import { tell } from './tell.ts';
import { update } from './update.ts';
import { visit } from './visit.ts';

/** Texts that only signed-in parents see, loaded for them. */
export const signedInPart = {
  firstRun,
  hereNow,
  history,
  people,
  pictures,
  profile,
  signOut,
  tell,
  update,
  visit,
} as const;
