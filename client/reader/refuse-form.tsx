import { useRef, useState } from 'react';
import { ActionButton } from '#client/shown-visit/action-button.tsx';
import { Fill } from '#client/shown-visit/fill.tsx';
import type { Language } from '#domain/language.ts';
import { call } from './data/calls.ts';
import type { VisitWatch } from './data/visit-watch.ts';
import styles from './stored-dialog.module.css';
import { STORED_TEXTS } from './translations/stored-texts.ts';

interface Props {
  link: string;
  watch: VisitWatch;
  language: Language;
  name: string;
}

type Wish = 'none' | 'removal';

/** Says no to more links, or also asks to be removed; each after a question, because the link is dead afterwards. */
export function RefuseForm({ link, watch, language, name }: Props) {
  const { refuse } = STORED_TEXTS[language];
  const [wish, setWish] = useState<Wish>();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const heading = useRef<HTMLHeadingElement>(null);
  const cancel = () => {
    setWish(undefined);
    heading.current?.focus();
  };
  const send = async (wanted: Wish) => {
    setState('busy');
    try {
      await call('refuseLinks', { link, remove: wanted === 'removal' });
      watch.markRefused(wanted === 'removal');
    } catch {
      setState('failed');
    }
  };
  const texts = { none: refuse.noneText, removal: refuse.removalText };
  return (
    <section className={`${styles.refuse} stack gap-5`}>
      <h3 ref={heading} tabIndex={-1}>
        {refuse.heading}
      </h3>
      {(['none', 'removal'] as const).map((one) => (
        <div key={one} className="stack gap-3">
          <p>
            <Fill text={texts[one]} values={{ name }} />
          </p>
          {wish === one ? (
            <div className={`${styles.sure} stack gap-3`}>
              <p ref={focus} tabIndex={-1}>
                {refuse.sure}
              </p>
              {state === 'failed' && <p role="alert">{refuse.failed}</p>}
              <ActionButton strong busy={state === 'busy'} onPress={() => void send(one)}>
                {refuse.confirm[one]}
              </ActionButton>
              <ActionButton onPress={cancel}>{refuse.cancel}</ActionButton>
            </div>
          ) : (
            <ActionButton onPress={() => setWish(one)}>{refuse[one]}</ActionButton>
          )}
        </div>
      ))}
    </section>
  );
}

function focus(element: HTMLElement | null) {
  element?.focus();
}
