import { useId } from 'react';
import { Navigate, useLocation } from 'react-router';
import { authorizationResultIn, outcomeIn } from '#client/auth/provider-authorization.ts';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { FormDialog } from '#client/forms/command-form.tsx';
import { TextField } from '#client/forms/field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { returnToInQuery } from '#client/session/return-to.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Card } from '#client/ui/sections.tsx';
import { nameSchema } from '#domain/fields.ts';

interface Props {
  title: string;
  lead?: string;
  children: Elements;
}

export function AccountSection({ title, lead, children }: Props) {
  const heading = useId();
  return (
    <Card as="section" className="stack gap-4" aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className="muted">{lead}</p>}
      {children}
    </Card>
  );
}

/** "Chrome · Android" becomes "Chrome på Android"; typed names stay. */
export function useDeviceWords(): (name: string) => string {
  const { t } = useTranslation('details');
  return (name) => {
    const [browser = '', system, ...more] = name.split(' · ');
    if (system === undefined || more.length > 0) return name;
    return t(($) => $.account.devices.browserOn, { browser, system });
  };
}

interface RenameDialogProps {
  title: string;
  label: string;
  hint?: string;
  /** Shown if no name was typed. */
  missing?: string;
  former: string;
  isBusy: boolean;
  failure: string | undefined;
  onSave(name: string): Promise<unknown>;
  onClose(): void;
}

export function RenameDialog({
  label,
  hint,
  missing,
  former,
  failure,
  onSave,
  ...dialog
}: RenameDialogProps) {
  const { texts } = useTranslation();
  const fields = useFields({ name: nameSchema }, { name: former });
  const submit = (form: HTMLFormElement) => {
    if (fields.check()) focusField(form, 'name');
    else if (fields.changed.name === undefined) dialog.onClose();
    else void onSave(fields.changed.name.trim());
  };
  return (
    <FormDialog {...dialog} id={useId()} submit={texts.common.save} onSubmit={submit}>
      <TextField
        {...fields.input('name', { missing })}
        spellCheck={false}
        enterKeyHint="done"
        autoComplete="off"
        label={label}
        hint={hint}
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </FormDialog>
  );
}

/** Every flow returns to the sign-in page; this leads on to the page where it began. */
export function AuthorizationMessage() {
  const { t, texts } = useTranslation('public');
  const nameOf = useProviderName();
  const { search, pathname } = useLocation();
  const result = authorizationResultIn(search);
  const { from = pathname } = returnToInQuery(search);
  if (!result) return null;
  const { outcome, provider } = result;
  // Pages behind the profile show it too.
  if (from !== pathname && from.startsWith('/profile/')) return <Navigate to={from + search} replace />;
  if (from !== pathname && outcome === 'reauthenticated') return <Navigate to={from} replace />;
  const text = t(($) => $.providers.onAccount[outcomeIn($.providers.onAccount, outcome)], {
    provider: nameOf(provider) ?? texts.providers.someService,
  });
  const isGood = outcome === 'connected' || outcome === 'reauthenticated';
  return isGood ? <p role="status">{text}</p> : <ErrorBox>{text}</ErrorBox>;
}
