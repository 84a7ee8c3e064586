import { useId, useState } from 'react';
import { Switch } from '#client/forms/switch.tsx';
import { present } from '#client/lib/present.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { useNotifications, usePushObstacle } from '#client/session/use-notifications.ts';
import { QueryFailed } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { AccountSection } from './account-section.tsx';

/** Turns notifications on this device on and off, and says why they cannot be had. */
export function DeviceNotifications() {
  const { texts } = useTranslation(['rare']);
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
  const { texts } = useTranslation(['rare']);
  const words = texts.notifications;
  const state = useNotifications();
  const { isOn, permission, server, error, failure, turnOn, turnOff, test } = state;
  const status = useStatus(state);
  // A push service may take seconds: the switch moves at once, and back if it fails.
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
    // The pressed control may go, with the permission or the device.
    keepFocus(said);
  };
  return (
    <>
      <Switch
        name="notify"
        label={words.switch}
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

/** The words below the switch. */
function useStatus({ server, isOn, isLost }: ReturnType<typeof useNotifications>) {
  const { t, texts, format } = useTranslation(['rare']);
  const words = texts.notifications;
  // A space keeps the line until the server has answered.
  if (!server) return isOn ? '\u00a0' : words.off;
  if (isLost) return words.gone;
  if (!isOn || !server.device) return words.off;
  const { since, handedAt, failure } = server.device;
  const parts = [
    t(($) => $.notifications.since, { date: format.date(since) }),
    handedAt && t(($) => $.notifications.handed, { time: format.timeUnder(present(), handedAt) }),
    failure && words.rejected,
  ];
  return parts.filter(Boolean).join(' ');
}
