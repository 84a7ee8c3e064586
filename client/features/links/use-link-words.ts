import type { LinkView, VisitorView } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { isRefusedLink } from '#domain/links/link-life.ts';

/** Returns a function that words when a link was made, and first opened, or that it shows nothing since it was refused. */
export function useLinkWords(): (link: LinkView, visitor: Pick<VisitorView, 'linkRefusal'>) => string {
  const { t } = useTranslation(['rare']);
  const format = useFormat();
  return ({ madeAt, openedAt }, visitor) => {
    if (isRefusedLink(visitor, { madeAt })) return t(($) => $.links.showsNothing);
    const made = format.sinceTime(madeAt);
    if (openedAt === undefined) return t(($) => $.links.notOpened, { made });
    return t(($) => $.links.opened, { made, opened: format.sinceTime(openedAt) });
  };
}
