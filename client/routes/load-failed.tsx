import DoorClosed from 'lucide-react/icons/door-closed';
import { useEffect, useState } from 'react';
import { useHousehold, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';

/** Disappears as soon as the server is back. */
export function LoadFailed({ isLogged = false }: { isLogged?: boolean }) {
  const { t, texts } = useTranslation();
  const household = useHousehold();
  const cause = useViewPart((view) => view.cause) ?? 'network';
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (isLogged) console.error('The profile could not be loaded.');
  }, [isLogged]);
  const retry = async () => {
    setBusy(true);
    await household.syncNow();
    setBusy(false);
  };
  return (
    <ErrorBox
      icon={DoorClosed}
      action={
        <Button variant="secondary" label={texts.common.retry} busy={isBusy} onClick={() => void retry()} />
      }
    >
      <strong>{texts.common.error}</strong>
      <p>{t(($) => $.people.loadFailed[cause])}</p>
    </ErrorBox>
  );
}
