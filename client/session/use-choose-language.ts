import { useContext } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { scriptIsBack } from '#client/data/errors.ts';
import { storeLanguage } from '#client/translations/detection.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { ReloadContext } from '#client/ui/lazy/lazy-component.tsx';
import { LANGUAGE_PARAMETER, type Language } from '#domain/language.ts';

/**
 * Removes `lng` from the URL, which would win after a reload. Resolves to false, with a toast, if loading
 * failed.
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
      // Some browsers remember a failed script while the page is open. Reload after the caller's work.
      storeLanguage(wanted);
      setTimeout(() => void reload(error, true));
    }
    const query = new URLSearchParams(search);
    if (!query.has(LANGUAGE_PARAMETER)) return true;
    query.delete(LANGUAGE_PARAMETER);
    await navigate({ pathname, search: query.toString(), hash }, { replace: true, state });
    return true;
  };
}
