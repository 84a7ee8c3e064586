import { hereNow } from './here-now.ts';
import { history } from './history.ts';
import { people } from './people.ts';
import { pictures } from './pictures.ts';
import { profile } from './profile.ts';
import { tell } from './tell.ts';
import { visit } from './visit.ts';

/** Texts that only signed-in parents see, loaded for them. */
export const signedInPart = {
  hereNow,
  history,
  people,
  pictures,
  profile,
  tell,
  visit,
} as const;
