import { Dot } from '#client/lib/dot.tsx';
import { useFollowersPoller } from '#client/session/use-followers.ts';
import { comingWords } from '#client/shared-visit/coming-words.ts';
import { Fill } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Coming } from '#domain/trips/coming.ts';

/** As of the server's last reply: what came since is not known here. */
export function ComingLine({ said }: { said: readonly Coming[] }) {
  const { language, texts } = useTranslation('details');
  const now = useFollowersPoller().asOf();
  return said.map((one, place) => {
    const words = comingWords(one, { now, language }, texts.following.coming);
    return (
      <span key={JSON.stringify(one)}>
        {place > 0 && <Dot />}
        {words && <Fill {...words} />}
      </span>
    );
  });
}
