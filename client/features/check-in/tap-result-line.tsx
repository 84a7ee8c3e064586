import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import { Suspense } from 'react';
import type { RefusedCommand } from '#client/data/port.ts';
import { sizeReached } from '#client/forms/failure-message.ts';
import type { Failure } from '#client/forms/run-command.ts';
import { refusalReason } from '#client/session/refusal-reason.ts';
import { type SuccessfulTap, type TapResult, useTapText } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import styles from './check-in.module.css';

interface Props {
  result: TapResult;
  /** The tap that the server refused; it takes the place of a success that was shown. */
  refused: RefusedCommand | undefined;
}

/** The result of the latest tap, in the dialog's status region. */
export function TapResultLine({ result, refused }: Props) {
  if (refused)
    return (
      <Suspense>
        <Refused refused={refused} />
      </Suspense>
    );
  return result.kind === 'failed' ? (
    <Failed isStored={result.failure !== 'not-stored'} failure={result.failure} />
  ) : (
    <Succeeded result={result} />
  );
}

function Refused({ refused }: { refused: RefusedCommand }) {
  const { t, texts } = useTranslation(['rare']);
  const name = refused.people?.person;
  return (
    <ErrorBox>
      <strong>{name ? `${name}: ${texts.common.error}` : texts.common.error}</strong>
      <p>{refusalReason(t, refused)}</p>
    </ErrorBox>
  );
}

function Succeeded({ result }: { result: SuccessfulTap }) {
  const { texts } = useTranslation();
  const text = useTapText('modal')(result);
  if (result.kind === 'unchanged')
    return (
      <div className={`${styles.notice} box line gap-3 wrap notice`}>
        <Info size={24} />
        <p>{text}</p>
      </div>
    );
  return (
    <div className={`${styles.success} box tone-in line gap-3 wrap`}>
      <CircleCheck size={28} />
      <p>
        <strong>{texts.common.success}</strong>
        <span>{` ${text}`}</span>
      </p>
    </div>
  );
}

function Failed({ isStored, failure }: { isStored: boolean; failure?: Failure }) {
  const { t, texts } = useTranslation();
  const reached = failure && sizeReached(t, failure);
  return (
    <ErrorBox>
      <strong>{texts.common.error}</strong>
      {reached && <p>{reached}</p>}
      {!isStored && <p>{texts.modal.notStored}</p>}
    </ErrorBox>
  );
}
