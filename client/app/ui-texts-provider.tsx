import { type ReactNode, useMemo } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { UiTextsContext } from '#client/ui/ui-texts.ts';

/** Translates the texts of client/ui, which does not know the translations. */
export function UiTextsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const texts = useMemo(
    () => ({
      brand: t(($) => $.common.brand),
      cancel: t(($) => $.common.cancel),
      close: t(($) => $.common.close),
      loading: t(($) => $.common.loading),
      undo: t(($) => $.common.undo),
      toast: t(($) => $.common.toast),
      notLoaded: {
        title: t(($) => $.common.notLoaded.title),
        text: t(($) => $.common.notLoaded.text),
        retry: t(($) => $.common.retry),
      },
      leaving: {
        title: t(($) => $.common.leaving.title),
        text: t(($) => $.common.leaving.text),
        leave: t(($) => $.common.leaving.leave),
        stay: t(($) => $.common.leaving.stay),
      },
    }),
    [t],
  );
  return <UiTextsContext value={texts}>{children}</UiTextsContext>;
}
