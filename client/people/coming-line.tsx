import { Dotted } from '#client/lib/dot.tsx';
import { useFollowersPoller } from '#client/session/use-followers.ts';
import { comingWords } from '#client/shared-visit/coming-words.ts';
import { plain } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Coming } from '#domain/trips/coming.ts';

/** As of the server's last reply: what came since is not known here. */
export function useComingText(): (said: readonly Coming[]) => string {
  const { language, texts } = useTranslation('details');
  const poller = useFollowersPoller();
  return (said) => {
    const about = { now: poller.asOf(), language };
    const words = said.flatMap((one) => comingWords(one, about, texts.following.coming) ?? []);
    return [...new Set(words.map(plain))].join(' · ');
  };
}

export function ComingLine({ said }: { said: readonly Coming[] }) {
  return <Dotted text={useComingText()(said)} />;
}
