import { useState } from 'react';
import * as v from 'valibot';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { Switch, TextField, Username } from '#client/forms/field.tsx';
import { NewPasswordField } from '#client/forms/sign-in-fields.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { passwordSchema } from '#domain/fields.ts';
import { enteredPasswordSchema } from '#domain/protocol/account-calls.ts';
import type { MailedLink, RecoverableMethod } from '#domain/protocol/email-calls.ts';
import { PROVIDERS } from '#domain/protocol/providers.ts';
import { AuthForm } from './auth-form.tsx';
import styles from './sign-in.module.css';

interface Props {
  link: MailedLink | undefined;
  /** A change of address is undone, not a password recovered. */
  isUndo?: boolean;
  /** Asks for a password from before the change. */
  asksFormer?: boolean;
  onSend: (sent: { password: string; former?: string; keep?: string[] }) => Promise<unknown>;
}

/** Typed once, as it can be shown. */
export function NewPasswordForm({ link, isUndo = false, asksFormer = false, onSend }: Props) {
  const { texts } = useTranslation('public');
  const { undo, recover } = texts.recovery;
  const { keep, ...methods } = useKeptMethods(link);
  return (
    <AuthForm
      purpose="recovery"
      schemas={{ former: asksFormer ? enteredPasswordSchema : v.string(), password: passwordSchema }}
      saved={{ former: '', password: '' }}
      errors={isUndo ? { 'invalid-credentials': undo.formerWrong, 'email-taken': undo.taken } : {}}
      send={({ former, password }) =>
        onSend({ password, ...(asksFormer && { former }), ...(keep && { keep }) })
      }
      label={isUndo ? undo.act : recover.save}
      busyLabel={isUndo ? undo.acting : recover.saving}
    >
      {(form) => (
        <>
          <Username email={link?.username} />
          {asksFormer && (
            <TextField
              {...form.input('former', { missing: undo.formerMissing, wrong: undo.formerMissing })}
              type="password"
              autoComplete="current-password"
              label={undo.former}
            />
          )}
          <NewPasswordField
            {...form.input('password', { missing: texts.signIn.missing.newPassword })}
            label={recover.password}
          />
          <KeptMethodsField {...methods} isUndo={isUndo} />
        </>
      )}
    </AuthForm>
  );
}

/** Preselects those that nobody else can have added. */
function useKeptMethods(link: MailedLink | undefined) {
  const [changed, setChanged] = useState<readonly string[]>([]);
  const isKept = ({ id, endsUnlessKept }: RecoverableMethod) => changed.includes(id) === endsUnlessKept;
  return {
    methods: link?.methods ?? [],
    isKept,
    toggle: ({ id }: RecoverableMethod) =>
      setChanged((known) => (known.includes(id) ? known.filter((one) => one !== id) : [...known, id])),
    keep: link?.methods.filter(isKept).map(({ id }) => id),
  };
}

interface KeptMethods extends Omit<ReturnType<typeof useKeptMethods>, 'keep'> {
  isUndo: boolean;
}

/** `isUndo`: a change of address is undone, not a password recovered. */
function KeptMethodsField({ methods, isKept, toggle, isUndo }: KeptMethods) {
  const { t, texts, format } = useTranslation('public');
  const nameOf = useMethodName();
  if (methods.length === 0) return null;
  const hintOf = (date: string, isDoubted: boolean) => {
    if (!isDoubted) return t(($) => $.recovery.recover.added, { date });
    return t(($) => (isUndo ? $.recovery.undo.addedLately : $.recovery.recover.addedBefore), { date });
  };
  return (
    <fieldset className={`${styles.keep} stack gap-2`}>
      <legend className="strong wrap">{texts.recovery.recover.keep}</legend>
      <p>{isUndo ? texts.recovery.undo.keepLead : texts.recovery.recover.keepLead}</p>
      {methods.map((method) => (
        <Switch
          key={method.id}
          label={nameOf(method)}
          hint={hintOf(format.date(method.createdAt), method.endsUnlessKept)}
          checked={isKept(method)}
          onChange={() => toggle(method)}
        />
      ))}
    </fieldset>
  );
}

function useMethodName(): (method: RecoverableMethod) => string {
  const { t, texts } = useTranslation('public');
  const providerName = useProviderName();
  return ({ kind, name }) => {
    if (kind === 'recovery-code') return texts.recovery.recover.codes;
    if (kind === 'passkey') return t(($) => $.recovery.recover.passkey, { name });
    const provider = PROVIDERS.find((id) => id === name);
    return t(($) => $.recovery.recover.service, { name: providerName(provider) ?? name });
  };
}
