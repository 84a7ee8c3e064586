import CircleAlert from 'lucide-react/icons/circle-alert';
import House from 'lucide-react/icons/house';
import Phone from 'lucide-react/icons/phone';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useMemo, useState } from 'react';
import action from '#client/shown-visit/action-button.module.css';
import { Answers } from '#client/shown-visit/answers.tsx';
import { Fill, plain } from '#client/shown-visit/fill.tsx';
import { useGiveAnswer } from '#client/shown-visit/give-answer.ts';
import { answerLines, clockOf, headlineOf, type Line, linesOf } from '#client/shown-visit/visit-lines.ts';
import { dialable } from '#domain/dialable.ts';
import { genitive } from '#domain/genitive.ts';
import type { Language } from '#domain/language.ts';
import { call, failureOf } from './data/calls.ts';
import { ownHousehold } from './data/follow.ts';
import type { VisitWatch } from './data/visit-watch.ts';
import type { Watched } from './data/watched.ts';
import { FollowOffer } from './follow-offer.tsx';
import { useAnnounced } from './message.tsx';
import type { Texts } from './translations/sv.ts';
import styles from './visit-card.module.css';

interface Props {
  watched: Extract<Watched, { phase: 'shown' }>;
  language: Language;
  texts: Texts;
  link: string;
  watch: VisitWatch;
}

/** The visit: who sent the link, here or gone home, its times, and the answers that can be given. */
export function VisitCard({ watched, language, texts, link, watch }: Props) {
  const { visit, asOf, isOffline } = watched;
  const { open, isOwn, sender, child, visitor: name } = visit;
  const [household] = useState(ownHousehold);
  const minute = asOf.slice(0, 16);
  const clock = useMemo(() => clockOf(visit, `${minute}:00.000Z`, language), [visit, minute, language]);
  const headline = headlineOf(visit, texts);
  const lines = linesOf(visit, asOf, texts, clock);
  const state = { text: isOffline ? texts.noContact : texts.freshness, values: { time: clock(asOf) } };
  const answer = answerLines(visit, texts, clock);
  const giving = useGiveAnswer({
    accept: watch.accept,
    die: watch.die,
    retry: watch.retry,
    failureOf,
    send: (answer) => call('answerVisit', { link, answer }),
  });
  const takenBack = giving.fresh === null ? [texts.answers.takenBack] : [];
  const news = [...takenBack, ...[headline, ...lines.map(({ filled }) => filled), ...answer].map(plain)];
  useAnnounced(isOffline ? [...news, plain(state)] : news);
  const Icon = open ? UserRoundCheck : House;
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
        <p className={`${styles.pill} tone-in inline gap-2`}>
          <Icon size={20} aria-hidden="true" />
          <span>{open ? texts.checkedIn : texts.checkedOut}</span>
        </p>
        <h1 className={styles.headline}>
          <Fill {...headline} />
        </h1>
        <div className="stack gap-2">
          {lines.map((line) => (
            <LineOf key={line.filled.text} line={line} />
          ))}
        </div>
        {!open && <p>{texts.over}</p>}
        <p className={isOffline ? styles.noContact : 'muted small'}>
          <span>
            <Fill {...state} />
          </span>
        </p>
        {isOwn && <p className={styles.own}>{texts.own}</p>}
      </article>
      {sender?.phone !== undefined && (
        <a
          className={`${action.button} inline gap-2 strong`}
          href={`tel:${sender.e164 ?? dialable(sender.phone)}`}
        >
          <Phone size={22} aria-hidden="true" />
          <span className="wrap">
            <Fill text={texts.call} values={{ name: sender.name, phone: sender.phone }} />
          </span>
        </a>
      )}
      <Answers
        {...{ visit, asOf, texts, clock, giving }}
        lines={answer}
        note={texts.answerNote}
        heading="h2"
      />
      {household !== undefined && !isOwn && (
        <div className={`${styles.follow} stack gap-2`}>
          <FollowOffer {...{ household, link, name }} texts={texts.follow} />
        </div>
      )}
    </div>
  );
}

function LineOf({ line: { kind, filled } }: { line: Line }) {
  return (
    <p className={styles[kind]}>
      {kind === 'notice' && <CircleAlert size={20} aria-hidden="true" />}
      <span>
        <Fill {...filled} />
      </span>
    </p>
  );
}
