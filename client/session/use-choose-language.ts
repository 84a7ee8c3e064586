import { useLocation, useNavigate } from 'react-router';
import { useLanguage } from '#client/translations/use-language.ts';
import type { Language } from '#domain/language.ts';

/** Returns a function that switches to a language; a `lng` in the URL, which would win after a reload, goes. */
export function useChooseLanguage(): (wanted: Language) => Promise<void> {
  const { chooseLanguage } = useLanguage();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  return async (wanted) => {
    await chooseLanguage(wanted);
    const query = new URLSearchParams(search);
    if (!query.has('lng')) return;
    query.delete('lng');
    await navigate({ pathname, search: query.toString(), hash }, { replace: true, state });
  };
}
