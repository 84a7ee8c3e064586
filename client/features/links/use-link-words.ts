import type { LinkView, Sharing, VisitorView } from '#client/data/port.ts';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { isRefusedLink } from '#domain/links/link-life.ts';
import { firstName } from '#domain/names.ts';

type Answer = NonNullable<Sharing['answer']>;

/** Returns a function that words an answer of another family, with the reply to it: "Answer 15:10: …". */
export function useAnswerWords(): (visitor: string, answer: Answer) => string {
  const { t, texts, format } = useTranslation(['rare']);
  return (visitor, { code, until = '', at, reply }) => {
    const time = until && format.timeUnder(present(), until);
    const answer = {
      'on-my-way': () => texts.links.answers.onMyWay,
      thanks: () => texts.links.answers.thanks,
      stay: () => t(($) => $.links.answers.stay, { name: firstName(visitor), time }),
    }[code]();
    const said = t(($) => $.links.answered, { time: format.sinceTime(at), answer });
    if (!reply) return said;
    return `${said} ${reply.yes ? t(($) => $.links.saidYes, { time }) : texts.links.saidNo}`;
  };
}

/** Returns a function that words when a link was made, and first opened, or that it shows nothing since it was refused. */
export function useLinkWords(): (link: LinkView, visitor: Pick<VisitorView, 'linkRefusal'>) => string {
  const { t, texts, format } = useTranslation(['rare']);
  return ({ madeAt, openedAt }, visitor) => {
    if (isRefusedLink(visitor, { madeAt })) return texts.links.showsNothing;
    const made = format.sinceTime(madeAt);
    if (openedAt === undefined) return t(($) => $.links.notOpened, { made });
    return t(($) => $.links.opened, { made, opened: format.sinceTime(openedAt) });
  };
}
