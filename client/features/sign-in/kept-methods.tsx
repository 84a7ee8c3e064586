import { useState } from 'react';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { Switch } from '#client/forms/switch.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { MailedLink, RecoverableMethod } from '#domain/protocol/email-calls.ts';
import { PROVIDERS } from '#domain/protocol/providers.ts';
import styles from './sign-in.module.css';

/** The sign-in methods that a mailed link keeps: at first those that nobody else may have added. */
export function useKeptMethods(link: MailedLink | undefined) {
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

/** Shows what can still sign in, and asks what to keep. `isUndo`: a change of address is undone, not a password recovered. */
export function KeptMethodsField({ methods, isKept, toggle, isUndo }: KeptMethods) {
  const { t, texts, format } = useTranslation('pages');
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
  const { t, texts } = useTranslation('pages');
  const providerName = useProviderName();
  return ({ kind, name }) => {
    if (kind === 'recovery-code') return texts.recovery.recover.codes;
    if (kind === 'passkey') return t(($) => $.recovery.recover.passkey, { name });
    const provider = PROVIDERS.find((id) => id === name);
    return t(($) => $.recovery.recover.service, { name: providerName(provider) ?? name });
  };
}
