import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { preferredLanguage } from '../../http/accept-language.ts';
import type { Store } from '../../store/ports/store.ts';

/** Returns the language of mails to this account: its profile's, else the browser's, else the default. */
export async function mailLanguage(
  store: Store,
  { uid, household }: Account,
  accepted: string | undefined,
): Promise<Language> {
  const path = profilePath(uid);
  const base = await store.transact(household, ({ load }) => load([{ paths: [path] }]));
  return base.get(path)?.language ?? preferredLanguage(accepted) ?? DEFAULT_LANGUAGE;
}
