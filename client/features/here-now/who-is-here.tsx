import { Fragment } from 'react';
import { toneOf } from '#client/people/child-tones.ts';
import { Initials } from '#client/people/initials.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { firstName } from '#domain/names.ts';
import { presentVisitors } from './presence.ts';
import styles from './who-is-here.module.css';

/** The number of visitors named; of the others only the number is shown. */
const NAMED = 3;

/** The visitors here, in short: how many, and the first of the board by first name. As high while that is unknown, or hidden because the session ended elsewhere. */
export function WhoIsHere() {
  const { t, texts } = useTranslation();
  const isLocked = useIsLocked();
  const state = useViewPart((view) => view.state);
  const list = useViewPart(({ children }) => children) ?? [];
  const present = presentVisitors(list);
  const named = present.slice(0, NAMED);
  const others = present.length - named.length;
  const shortNames = namesApart(named.map(({ visitor }) => visitor.name));
  return (
    <section aria-label={texts.hereNow.heading} className={`${styles.here} row`}>
      {state === 'loaded' && !isLocked && (
        <>
          {named.length > 0 && (
            <div aria-hidden="true" className={`${styles.circles} gap-1`}>
              {named.map(({ child, visitor }) => (
                <Initials key={visitor.ref.visitor} name={visitor.name} tone={toneOf(list, child.id)} />
              ))}
            </div>
          )}
          <div className={`${styles.words} wrap`}>
            <p className={`${styles.count} large`}>
              {t(($) => $.people.hereCount, { count: present.length })}
            </p>
            <p className="muted small">
              {named.map(({ visitor }, place) => (
                <Fragment key={visitor.ref.visitor}>
                  {place > 0 && <span>, </span>}
                  <PersonName>{shortNames[place] ?? ''}</PersonName>
                </Fragment>
              ))}
              {others > 0 && <span>{` +${others}`}</span>}
              {named.length === 0 && <span>{texts.hereNow.nobodyHint}</span>}
            </p>
          </div>
        </>
      )}
    </section>
  );
}

/** First names; two who share one are named in full. */
function namesApart(names: readonly string[]): string[] {
  const first = names.map(firstName);
  return names.map((name, place) => {
    const short = first[place] ?? name;
    return first.indexOf(short) === first.lastIndexOf(short) ? short : name;
  });
}
