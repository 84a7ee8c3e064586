import KeyRound from 'lucide-react/icons/key-round';
import { useId } from 'react';
import { passkeyObstacle } from '#client/auth/webauthn.ts';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useSignInAction } from './failure-message.ts';
import styles from './sign-in.module.css';

interface PasskeyButtonProps {
  label: string;
  variant?: 'primary' | 'secondary';
  onUse: () => Promise<unknown>;
}

/** Button that uses a passkey; disabled, with the reason, if the page's address or the browser allows none. */
export function PasskeyButton({ label, variant = 'secondary', onUse }: PasskeyButtonProps) {
  const { t, texts } = useTranslation();
  const reason = useId();
  const obstacle = useAfterHydration(passkeyObstacle);
  const { isBusy, failure, run } = useSignInAction('logIn');
  return (
    <div className="stack gap-2">
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button
        variant={variant}
        wide
        label={isBusy ? texts.passkeys.asking : label}
        busy={isBusy}
        disabled={obstacle !== undefined}
        aria-describedby={obstacle && reason}
        icon={KeyRound}
        onClick={() => void run(onUse)}
      />
      {obstacle && (
        <p className={`${styles.reason} muted small`} id={reason}>
          {t(($) => $.passkeys.obstacles[obstacle])}
        </p>
      )}
    </div>
  );
}
