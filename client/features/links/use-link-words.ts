import type { LinkView } from '#client/data/state/sharing.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';

/** Returns a function that words when a link was made, and first opened. */
export function useLinkWords(): (link: LinkView) => string {
  const { t } = useTranslation(['rare']);
  const format = useFormat();
  return ({ madeAt, openedAt }) => {
    const made = format.sinceTime(madeAt);
    if (openedAt === undefined) return t(($) => $.links.notOpened, { made });
    return t(($) => $.links.opened, { made, opened: format.sinceTime(openedAt) });
  };
}
