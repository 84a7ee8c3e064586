import { useRef, useState } from 'react';
import { ActionButton } from '#client/shown-visit/action-button.tsx';
import { Fill } from '#client/shown-visit/fill.tsx';
import { type Asked, askToFollow } from './data/follow.ts';
import { addressOf } from './data/remember-language.ts';
import type { Texts } from './translations/sv.ts';

interface Props {
  /** The family that is signed in on this device. */
  household: string;
  link: string;
  name: string;
  texts: Texts['follow'];
}

/** Lets a parent of another family ask to follow the child, with one press. */
export function FollowOffer({ household, link, name, texts }: Props) {
  const [answer, setAnswer] = useState<Asked>();
  const [isBusy, setBusy] = useState(false);
  const isAsking = useRef(false);
  const ask = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    setBusy(true);
    setAnswer(await askToFollow({ household, link }));
    setBusy(false);
    isAsking.current = false;
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
          <Fill text={texts.failed[answer]} values={{ name }} />
        </p>
      )}
      {answer === 'ended' && <a href={addressOf('/login', window.location.search)}>{texts.logIn}</a>}
      <p className="muted small">{texts.about}</p>
    </>
  );
}

/** The pressed button is gone. */
function focus(element: HTMLElement | null) {
  element?.focus();
}
