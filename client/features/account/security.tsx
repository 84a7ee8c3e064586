import Pencil from 'lucide-react/icons/pencil';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { hasCode } from '#client/data/errors.ts';
import { useAction } from '#client/forms/use-action.ts';
import { PersonList, PersonRow } from '#client/people/person-row.tsx';
import { useData } from '#client/session/use-household.ts';
import { QueryFailed, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, IconButton } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/dialog.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import {
  ACTIVITIES,
  type Activity,
  type ActivityEvent,
  type Device,
} from '#domain/protocol/account-calls.ts';
import { PROVIDERS } from '#domain/protocol/providers.ts';
import { AccountSection, RenameDialog, useDeviceWords } from './account-parts.tsx';

type DialogPurpose = { kind: 'rename' | 'sign-out'; device: Device } | { kind: 'sign-out-others' };

export function Devices() {
  const { texts } = useTranslation('details');
  const { reply, error, refetch } = useQuery('devices');
  const wordsOf = useDeviceWords();
  const [purpose, setPurpose] = useState<DialogPurpose>();
  const close = () => setPurpose(undefined);
  const hasOthers = (reply?.devices.length ?? 0) > 1;
  return (
    <AccountSection title={texts.account.devices.title} lead={texts.account.devices.lead}>
      {!reply && !error && <Skeleton />}
      {error !== undefined && <QueryFailed error={error} />}
      {reply && (
        <PersonList label={texts.account.devices.title}>
          {reply.devices
            .map((one) => ({ ...one, name: wordsOf(one.name) }))
            .map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                onRename={() => setPurpose({ kind: 'rename', device })}
                onSignOut={() => setPurpose({ kind: 'sign-out', device })}
              />
            ))}
        </PersonList>
      )}
      {hasOthers && (
        <Button
          variant="secondary"
          wide
          label={texts.account.devices.signOutOthers}
          onClick={() => setPurpose({ kind: 'sign-out-others' })}
        />
      )}
      {purpose?.kind === 'rename' && (
        <RenameDevice device={purpose.device} onSaved={refetch} onClose={close} />
      )}
      {purpose && purpose.kind !== 'rename' && (
        <SignOutDevice
          device={purpose.kind === 'sign-out' ? purpose.device : undefined}
          onDone={refetch}
          onClose={close}
        />
      )}
    </AccountSection>
  );
}

/** This device is signed out by the menu, which clears its data too. */
function DeviceRow({ device, onRename, onSignOut }: { device: Device; onRename(): void; onSignOut(): void }) {
  const { t, texts, format } = useTranslation('details');
  const seen = format.timeUnder(useNow(), device.seenAt);
  const since = format.date(device.createdAt);
  const name = device.name || texts.account.devices.unknown;
  const actions = (
    <>
      <IconButton label={t(($) => $.account.devices.nameNamed, { name })} icon={Pencil} onClick={onRename} />
      {!device.isThis && (
        <Button
          variant="quiet"
          label={texts.common.nav.signOut}
          aria-label={t(($) => $.account.devices.signOutNamed, { name })}
          onClick={onSignOut}
        />
      )}
    </>
  );
  return (
    <PersonRow name={name} actions={actions}>
      {device.isThis ? (
        <span className="strong">{texts.account.devices.this}</span>
      ) : (
        <span>{t(($) => $.account.devices.seen, { time: seen })}</span>
      )}
      <span>{t(($) => $.account.devices.since, { date: since })}</span>
    </PersonRow>
  );
}

interface RenameDeviceProps {
  device: Device;
  onSaved(): Promise<void>;
  onClose(): void;
}

function RenameDevice({ device: { id, name }, onSaved, onClose }: RenameDeviceProps) {
  const { texts } = useTranslation('details');
  const data = useData();
  const { isBusy, failure, run } = useAction({ 'not-found': texts.account.devices.gone });
  const save = (wanted: string) =>
    run(async () => {
      await data.call('nameDevice', { id, name: wanted });
      await onSaved();
      onClose();
    });
  return (
    <RenameDialog
      title={texts.account.devices.nameTitle}
      label={texts.account.devices.name}
      hint={texts.account.devices.nameHint}
      former={name}
      isBusy={isBusy}
      failure={failure}
      onSave={save}
      onClose={onClose}
    />
  );
}

interface SignOutProps {
  /** Undefined: all devices but this one. */
  device: Device | undefined;
  onDone(): Promise<void>;
  onClose(): void;
}

function SignOutDevice({ device, onDone, onClose }: SignOutProps) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const { isBusy, failure, run } = useAction();
  const name = device?.name || texts.account.devices.unknown;
  const signOut = async () => {
    if (device) await data.call('signOutDevice', { id: device.id }).catch(ignoreGone);
    else await data.call('signOutOthers', {});
    await onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      {...{ isBusy, failure, onClose }}
      title={
        device ? t(($) => $.account.devices.signOutTitle, { name }) : texts.account.devices.signOutOthersTitle
      }
      confirmLabel={texts.common.nav.signOut}
      onConfirm={() => void run(signOut)}
    >
      <p>{texts.account.devices.consequence}</p>
    </ConfirmDialog>
  );
}

/** Signed out elsewhere already. */
function ignoreGone(error: unknown): void {
  if (!hasCode(error, 'not-found')) throw error;
}

const FIRST = 5;

/** Newest first. */
export function RecentActivity() {
  const { t, texts, format } = useTranslation('details');
  const { reply, error } = useQuery('activity');
  const [isComplete, setIsComplete] = useState(false);
  const known = reply?.activity.filter(isKnown) ?? [];
  const shown = isComplete ? known : known.slice(0, FIRST);
  return (
    <AccountSection title={texts.activity.title} lead={texts.activity.lead}>
      {!reply && !error && <Skeleton rows={FIRST} />}
      {error !== undefined && <QueryFailed error={error} />}
      {reply && known.length === 0 && <p>{texts.activity.none}</p>}
      {shown.length > 0 && (
        <PersonList label={texts.activity.title}>
          {shown.map((entry) => (
            <ActivityRow key={JSON.stringify(entry)} entry={entry} />
          ))}
        </PersonList>
      )}
      {known.length > FIRST && (
        // Stays, to keep the focus.
        <Button
          variant="secondary"
          wide
          aria-expanded={isComplete}
          label={
            isComplete
              ? texts.activity.fewer
              : t(($) => $.activity.more, { number: format.number(known.length) })
          }
          onClick={() => setIsComplete((before) => !before)}
        />
      )}
    </AccountSection>
  );
}

/** A newer server may list events without a text here. */
function isKnown(entry: Activity): entry is Activity & { event: ActivityEvent } {
  return ACTIVITIES.some((event) => event === entry.event);
}

function ActivityRow({ entry }: { entry: Activity & { event: ActivityEvent } }) {
  const { t, texts, format } = useTranslation('details');
  const { event, device, at, times: count } = entry;
  const method = useMethodName(entry.method);
  const outcome = useOutcome(entry.outcome);
  const name = t(($) => $.activity.events[event]);
  const time = format.sinceTime(at, useNow());
  return (
    <PersonRow name={method === undefined ? name : `${name} (${method})`} actions={null}>
      {outcome !== undefined && (
        <span className="inline gap-1 strong">
          <TriangleAlert size={16} />
          <span>{outcome}</span>
        </span>
      )}
      <span>{device || texts.account.devices.unknown}</span>
      {count === 1 ? (
        <span>{time}</span>
      ) : (
        <span>
          {`${t(($) => $.activity.times, { count, number: format.number(count) })}, ${t(($) => $.activity.last, { time })}`}
        </span>
      )}
    </PersonRow>
  );
}

function useMethodName(method: string | undefined): string | undefined {
  const { t, texts } = useTranslation('details');
  const providerName = useProviderName();
  const known = METHODS.find((one) => one === method);
  const provider = PROVIDERS.find((one) => one === method);
  if (known !== undefined) return t(($) => $.activity.methods[known]);
  return provider && (providerName(provider) ?? texts.activity.methods.oidc);
}

const METHODS = ['password', 'passkey', 'recovery-code', 'link', 'host'] as const;
const OUTCOMES = ['unfinished', 'failed', 'limited', 'refused'] as const;

function useOutcome(outcome: string): string | undefined {
  const { t } = useTranslation('details');
  const known = OUTCOMES.find((one) => one === outcome);
  return known && t(($) => $.activity.outcomes[known]);
}
