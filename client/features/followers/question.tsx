import { useEffect, useId, useState } from 'react';
import { PersonName } from '#client/people/person-name.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { LOCALES } from '#domain/language.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import styles from './followers.module.css';
import { useDecide } from './use-decide.ts';
import { isAsking } from './use-followers.ts';

/** A finger that was on its way as a question came, or went from above another, gives no answer, in ms. */
const AIM_MS = 800;

interface QuestionProps {
  follower: Follower;
  /** The visitor's first name now. */
  name: string;
  onDone(): void;
}

/** A family that asks to follow, or has to be answered anew: all names of its parents, and yes or no. */
export function Question({ follower, name, onDone }: QuestionProps) {
  const { t, texts } = useTranslation(['rare']);
  const question = useId();
  const { sending, failure, decide } = useDecide(follower, name, onDone);
  const { parents, isPaused, name: was } = follower;
  const words = texts.followers;
  const isRenamed = was !== name;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-labelledby={question} className={`${styles.question} stack gap-3 box notice`}>
      <p id={question} className="strong wrap">
        <WithNames text={t(($) => $.followers.question, { name, count: parents.length })} names={parents} />
      </p>
      {isPaused && (
        <p className="small wrap">
          {t(($) => (isRenamed ? $.followers.renamed : $.followers.restored), { was, name })}
        </p>
      )}
      <Accounts follower={follower} />
      <p className="small">{words.callFirst}</p>
      <div className={`${styles.answers} stack gap-2`}>
        {(['yes', 'no'] as const).map((one) => (
          <Button
            key={one}
            variant="secondary"
            data-moves
            label={words[one]}
            aria-label={`${words[one]}. ${parents.join(', ')}, ${name}`}
            busy={sending === one}
            onClick={() => decide(one)}
          />
        ))}
      </div>
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </div>
  );
}

/** The lines by which a host tells a parent from a stranger of the same name. */
function Accounts({ follower: { parents, accounts = [], linkMadeAt } }: Pick<QuestionProps, 'follower'>) {
  const { t, format } = useTranslation(['rare']);
  return (
    <div className="stack gap-1 small wrap">
      {accounts.map(({ email, isVerified, since }, at) => {
        const about = { email, date: format.date(since) };
        const text = t(($) => $.followers[isVerified ? 'verified' : 'notVerified'], about);
        return (
          <p key={email}>
            <WithNames text={text} names={parents.slice(at, at + 1)} />
          </p>
        );
      })}
      {linkMadeAt && (
        <p className="numbers">{t(($) => $.followers.byLink, { time: format.sinceTime(linkMadeAt) })}</p>
      )}
    </div>
  );
}

/** A text with the names of another family's parents at `{{parents}}`, each with a direction of its own. */
export function WithNames({ text, names }: { text: string; names: readonly string[] }) {
  const { language } = useTranslation();
  const [before = '', after = ''] = text.split('{{parents}}');
  const parts = new Intl.ListFormat(LOCALES[language]).formatToParts(names);
  let place = 0;
  return (
    <>
      <span>{before}</span>
      {parts.map(({ type, value }) => {
        place += 1;
        return type === 'element' ? (
          <PersonName key={place}>{value}</PersonName>
        ) : (
          <span key={place}>{value}</span>
        );
      })}
      <span>{after}</span>
    </>
  );
}

/** Returns true for a moment after one of them came, was answered or went: what stands below it has another place then. */
export function useIsMoving(followers: readonly Follower[]): boolean {
  const shown = followers.map((one) => `${one.id} ${isAsking(one)}`).join();
  const [seen, setSeen] = useState('');
  useEffect(() => {
    const timer = setTimeout(setSeen, AIM_MS, shown);
    return () => clearTimeout(timer);
  }, [shown]);
  return seen !== shown;
}
