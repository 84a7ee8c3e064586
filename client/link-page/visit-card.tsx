import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Phone from 'lucide-react/icons/phone';
import { useMemo, useState } from 'react';
import { ACTION, ActionButton } from '#client/shared-visit/action-button.tsx';
import { Answers, useGiveAnswer } from '#client/shared-visit/answers.tsx';
import {
  answerLines,
  clockOf,
  Fill,
  headlineOf,
  linesOf,
  plain,
  tripWords,
} from '#client/shared-visit/visit-lines.tsx';
import button from '#client/ui/buttons/button.module.css';
import { House } from '#client/ui/house.tsx';
import type { Language } from '#domain/language.ts';
import { genitive } from '#domain/names.ts';
import { askToFollow, call, failureOf, ownHousehold } from './data/link-client.ts';
import type { LinkState } from './data/link-state.ts';
import type { VisitStreamClient } from './data/visit-stream-client.ts';
import { focus, useAnnounced } from './message.tsx';
import type { Texts } from './translations/sv.ts';
import { addressOf } from './translations/texts.ts';
import styles from './visit-card.module.css';

interface Props {
  watched: Extract<LinkState, { phase: 'shown' }>;
  language: Language;
  texts: Texts;
  link: string;
  watch: VisitStreamClient;
}

export function VisitCard({ watched, language, texts, link, watch }: Props) {
  const { visit, asOf, isOffline } = watched;
  const { open, arrived, expected, isOwn, sender, child, visitor: name } = visit;
  const [household] = useState(ownHousehold);
  const minute = asOf.slice(0, 16);
  const clock = useMemo(() => clockOf(visit, `${minute}:00.000Z`, language), [visit, minute, language]);
  const headline = headlineOf(visit, asOf, texts);
  const lines = linesOf(visit, asOf, texts, clock);
  const state = { text: isOffline ? texts.noContact : texts.freshness, values: { time: clock(asOf) } };
  const giving = useGiveAnswer({
    accept: watch.accept,
    die: watch.die,
    retry: watch.retry,
    failureOf,
    send: (answer) => call('answerVisit', { link, answer }),
  });
  const takenBack = giving.fresh === null ? [texts.answers.takenBack] : [];
  const said = [...tripWords(visit, asOf, texts, clock), ...answerLines(visit, texts, clock)];
  const shown = [headline, ...lines.map(({ filled }) => filled), ...said];
  const news = [...takenBack, ...shown.map(plain)];
  useAnnounced(isOffline ? [...news, plain(state)] : news);
  return (
    <div className="stack gap-4">
      <div>
        {sender && (
          <p className="large strong wrap">
            <Fill text={texts.from} values={{ name: sender.name, whose: genitive(language, child) }} />
          </p>
        )}
        <p className="muted small">{texts.lead}</p>
      </div>
      <article className={`${styles.visit} stack gap-3 wrap raised surface`} data-out={!open || undefined}>
        <div className={`${styles.scene} center`}>
          <House lit={open ? 1 : 0} className={styles.house} />
        </div>
        <p className={`${styles.pill} box tone-in inline gap-2 strong`}>
          <Check size={20} aria-hidden="true" />
          <span>{open ? texts.checkedIn : texts.checkedOut}</span>
        </p>
        <h1 className={styles.headline}>
          <Fill {...headline} />
        </h1>
        <div className={`${styles.lines} flow between`}>
          {open && arrived && expected && expected > asOf && (
            <progress aria-hidden="true" className={styles.way} {...progressOf(arrived.at, asOf, expected)} />
          )}
          {lines.map(({ kind, filled }) => (
            <p key={filled.text} className={CLASSES[kind]}>
              {kind === 'notice' && <CircleAlert size={20} aria-hidden="true" />}
              <span>
                <Fill {...filled} />
              </span>
            </p>
          ))}
        </div>
        {!open && <p>{texts.over}</p>}
        <p className={isOffline ? NOTICE : 'muted small'}>
          <span>
            <Fill {...state} />
          </span>
        </p>
        {isOwn && <p className={`${styles.aside} box`}>{texts.own}</p>}
      </article>
      {sender?.phone !== undefined && (
        <a className={`${button.secondary} ${ACTION}`} href={`tel:${sender.e164 ?? sender.phone}`}>
          <Phone size={22} aria-hidden="true" />
          <span className="wrap">
            <Fill text={texts.call} values={{ name: sender.name, phone: sender.phone }} />
          </span>
        </a>
      )}
      <Answers {...{ visit, asOf, texts, clock, giving }} note={texts.answerNote} heading="h2" />
      {household !== undefined && !isOwn && (
        <div className={`${styles.follow} stack gap-2`}>
          <FollowOffer {...{ household, link, name }} texts={texts.follow} />
        </div>
      )}
    </div>
  );
}

function progressOf(from: string, now: string, to: string) {
  const start = Date.parse(from);
  return { value: Date.parse(now) - start, max: Date.parse(to) - start };
}

const NOTICE = 'box notice line gap-2 strong';

const CLASSES = {
  time: `${styles.time} strong numbers`,
  planned: `${styles.time} strong numbers muted`,
  notice: NOTICE,
  zone: 'muted',
};

interface FollowOfferProps {
  household: string;
  link: string;
  name: string;
  texts: Texts['follow'];
}

function FollowOffer({ household, link, name, texts }: FollowOfferProps) {
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof askToFollow>>>();
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setAnswer(await askToFollow({ household, link }));
    setBusy(false);
  };
  return (
    <>
      {answer === 'asked' ? (
        <>
          <p ref={focus} tabIndex={-1} className="strong">
            {texts.asked}
          </p>
          <a href={addressOf('/dashboard', window.location.search)}>{texts.where}</a>
        </>
      ) : (
        <ActionButton busy={isBusy} onPress={() => void ask()}>
          <Fill text={texts.offer} values={{ name }} />
        </ActionButton>
      )}
      {answer && answer !== 'asked' && (
        <p role="alert" className="strong wrap">
          {texts.failed[answer]}
        </p>
      )}
      {answer === 'ended' && <a href={addressOf('/login', window.location.search)}>{texts.logIn}</a>}
      <p className="muted small">{texts.about}</p>
    </>
  );
}
