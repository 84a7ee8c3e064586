import { hereNow } from './here-now.ts';
import { history } from './history.ts';
import { people } from './people.ts';
import { pictures } from './pictures.ts';
import { tell } from './tell.ts';

/** Texts that only signed-in parents see, loaded for them. */
export const signedInPart = {
  hereNow,
  history,
  people,
  pictures,
  tell,
} as const;
