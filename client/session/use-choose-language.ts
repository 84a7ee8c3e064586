import { useContext } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { scriptIsBack } from '#client/data/errors.ts';
import { storeLanguage } from '#client/translations/detection.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { ReloadContext } from '#client/ui/lazy/load-boundary.tsx';
import type { Language } from '#domain/language.ts';

/**
 * Returns a function that switches to a language; a `lng` in the URL, which would win after a reload, goes. Resolves to
 * false if the language could not be loaded: a toast says so, and the texts stay as they are.
 */
export function useChooseLanguage(): (wanted: Language) => Promise<boolean> {
  const { t, translations } = useTranslation();
  const toast = useToast();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const reload = useContext(ReloadContext);
  return async (wanted) => {
    try {
      await translations.choose(wanted);
    } catch (error) {
      console.error(error);
      if (!(await scriptIsBack(error))) {
        toast({ text: t(($) => $.common.languageNotLoaded[wanted]) });
        return false;
      }
      // Some browsers remember a script that failed as long as the page is open. After the caller's own work.
      storeLanguage(wanted);
      setTimeout(() => void reload(error, true));
    }
    const query = new URLSearchParams(search);
    if (!query.has('lng')) return true;
    query.delete('lng');
    await navigate({ pathname, search: query.toString(), hash }, { replace: true, state });
    return true;
  };
}
