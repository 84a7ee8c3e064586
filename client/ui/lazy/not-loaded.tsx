import { useContext, useEffect, useState } from 'react';
import type { LazyPart } from '#client/lib/lazy-part.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import { ReloadContext } from './reload-context.ts';

interface Props {
  part: LazyPart<unknown>;
  onLoaded: () => void;
}

/**
 * Says that a part of the app could not be loaded, and tries again by itself until it can. Some browsers remember a script
 * that failed as long as the page is open: where another attempt fails though the server answers, the page is reloaded.
 */
export function NotLoaded({ part, onLoaded }: Props) {
  const { notLoaded } = useUiTexts();
  const [isBusy, setBusy] = useState(false);
  const reload = useContext(ReloadContext);
  const tryAgain = (isAsked: boolean) =>
    part.load().then(onLoaded, (error: unknown) => reload(error, isAsked));
  useRetries(useStableCallback(() => void tryAgain(false)));
  const retry = async () => {
    setBusy(true);
    await tryAgain(true);
    setBusy(false);
  };
  return (
    <ErrorBox
      action={
        <Button variant="secondary" busy={isBusy} onClick={() => void retry()}>
          {notLoaded.retry}
        </Button>
      }
    >
      <strong>{notLoaded.title}</strong>
      <p>{notLoaded.text}</p>
    </ErrorBox>
  );
}

function useRetries(tryAgain: () => void): void {
  useEffect(() => {
    const again = () => {
      tryAgain();
      cancel = whenOnline(again);
    };
    let cancel = whenOnline(again);
    return () => cancel();
  }, [tryAgain]);
}
