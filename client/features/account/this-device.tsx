import Share from 'lucide-react/icons/share';
import Smartphone from 'lucide-react/icons/smartphone';
import SquarePlus from 'lucide-react/icons/square-plus';
import { useEffect, useId, useState } from 'react';
import { Switch } from '#client/forms/field.tsx';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { isApple, isInstalled, useInstall } from '#client/session/use-install.ts';
import { useNotifications, usePushObstacle } from '#client/session/use-notifications.ts';
import { QueryFailed } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { Disclosure } from '#client/ui/sections.tsx';
import styles from './account.module.css';
import { AccountSection } from './account-parts.tsx';

export function DeviceNotifications() {
  const { texts } = useTranslation('details');
  const obstacle = usePushObstacle();
  const words = texts.notifications;
  return (
    <AccountSection title={words.title} lead={words.lead}>
      {obstacle ? <p className="strong">{words[obstacle]}</p> : <Switches />}
      <p className="muted small">{words.honest}</p>
    </AccountSection>
  );
}

function Switches() {
  const { texts } = useTranslation('details');
  const words = texts.notifications;
  const state = useNotifications();
  const { isOn, permission, server, error, failure, turnOn, turnOff, test } = state;
  const status = useStatus(state);
  // A push service may take seconds: the switch moves at once, and back on failure.
  const [pressed, setPressed] = useState<'notify' | 'taps' | 'test'>();
  const [tested, setTested] = useState<'sent' | 'late' | 'gone' | 'refused'>();
  const hasOtherParents = (useViewPart((view) => view.parents)?.length ?? 0) > 1;
  const said = useId();
  if (permission === 'denied')
    return (
      <p id={said} tabIndex={-1} className="strong">
        {words.blocked}
      </p>
    );
  const taps = server?.device?.taps ?? false;
  const result = { sent: words.tested, late: words.late, gone: words.gone, refused: words.rejected };
  const isWaiting = pressed !== undefined || !server;
  const press = async (name: 'notify' | 'taps' | 'test', act: () => Promise<unknown>) => {
    if (isWaiting) return;
    setTested(undefined);
    setPressed(name);
    await act();
    setPressed(undefined);
    // The pressed control may disappear with the permission or the device.
    keepFocus(said);
  };
  return (
    <>
      <Switch
        name="notify"
        label={words.switch}
        aria-label={words.title}
        hint={status}
        checked={isOn !== (pressed === 'notify')}
        aria-disabled={isWaiting}
        onChange={() => void press('notify', isOn ? turnOff : () => turnOn(taps))}
      />
      {isOn && hasOtherParents && (
        <Switch
          name="notify-taps"
          label={words.taps}
          checked={taps !== (pressed === 'taps')}
          aria-disabled={isWaiting}
          onChange={() => void press('taps', () => turnOn(!taps))}
        />
      )}
      {isOn && (
        <Button
          wide
          variant="secondary"
          label={words.test}
          busy={pressed !== undefined}
          onClick={() => void press('test', () => test(setTested))}
        />
      )}
      <p id={said} tabIndex={-1} role="status" className={tested ? undefined : 'visually-hidden'}>
        {tested && result[tested]}
      </p>
      {!server && error !== undefined && <QueryFailed error={error} />}
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </>
  );
}

function useStatus({ server, isOn, isLost }: ReturnType<typeof useNotifications>) {
  const { t, texts, format } = useTranslation('details');
  const words = texts.notifications;
  // A space keeps the line until the server answers.
  if (!server) return isOn ? '\u00a0' : words.off;
  if (isLost) return words.gone;
  if (!isOn || !server.device) return words.off;
  const { since, handedAt, failure } = server.device;
  const parts = [
    t(($) => $.notifications.since, { date: format.date(since) }),
    handedAt && t(($) => $.notifications.handed, { time: format.timeUnder(correctedNow(), handedAt) }),
    failure && words.rejected,
  ];
  return parts.filter(Boolean).join(' ');
}

export function InstalledApp() {
  const { t, texts } = useTranslation('details');
  const install = useInstall();
  return (
    <AccountSection title={texts.install.title}>
      <p>{t(($) => $.install[isInstalled() ? 'here' : 'lead'])}</p>
      {!isInstalled() &&
        (install ? (
          <Button wide label={texts.install.act} onClick={() => void install().catch(console.error)} />
        ) : (
          <InstallSteps />
        ))}
      <Storage />
    </AccountSection>
  );
}

function Storage() {
  const { t, texts } = useTranslation('details');
  const state = usePersistence();
  return (
    <Disclosure summary={texts.install.storage.title}>
      <div className="stack gap-4">
        <p role="status">{state && t(($) => $.install.storage[state])}</p>
        <p>{texts.install.storage.full}</p>
        <p>{texts.install.storage.private}</p>
      </div>
    </Disclosure>
  );
}

/** Undefined until the browser has answered. */
function usePersistence(): 'kept' | 'mayGo' | 'unknown' | undefined {
  const [state, setState] = useState<'kept' | 'mayGo' | 'unknown'>();
  useEffect(() => {
    const asked = navigator.storage?.persisted?.();
    if (!asked) return setState('unknown');
    asked.then(
      (isKept) => setState(isKept ? 'kept' : 'mayGo'),
      () => setState('unknown'),
    );
  }, []);
  return state;
}

/** For browsers where no page can offer the installation. */
function InstallSteps() {
  const { texts } = useTranslation('details');
  if (!isApple()) return <p>{texts.install.byMenu}</p>;
  const list = [
    { Icon: Share, text: texts.install.apple.share },
    { Icon: SquarePlus, text: texts.install.apple.add },
    { Icon: Smartphone, text: texts.install.apple.signIn },
  ];
  return (
    <ol className="stack gap-3">
      {list.map(({ Icon, text }) => (
        <li key={text} className="line gap-3">
          <span className={`${styles.sign} center`}>
            <Icon size={28} />
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
