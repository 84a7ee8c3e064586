import { useState } from 'react';
import { CallFailed, StorageFailed, WebAuthnError } from '#client/data/errors.ts';
import type { Bundle, Texts, Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';

export interface Action<B extends Bundle = 'core'> {
  isBusy: boolean;
  failure: string | undefined;
  /** Ignored while one runs. Never rejects: an error becomes `failure`. */
  run(action: () => Promise<unknown>): Promise<void>;
  /** Undefined clears the failure. */
  fail(read: ReadText<B> | undefined): void;
}

type ReadText<B extends Bundle> = (t: Translate<B>) => string;

/** One action at a time. `fail` reads the `bundles`. */
export function useAction<B extends Bundle = 'core'>(errors?: ErrorTexts, ...bundles: B[]): Action<B> {
  const { t } = useTranslation();
  const { t: tOfBundles } = useTranslation(...bundles);
  const [isBusy, setBusy] = useState(false);
  // Not its text, which follows the language.
  const [failed, setFailed] = useState<{ error: unknown } | { read: ReadText<B> }>();
  return {
    isBusy,
    failure: failed && ('read' in failed ? failed.read(tOfBundles) : errorText(t, failed.error, errors)),
    fail: (read) => setFailed(read && { read }),
    async run(action) {
      if (isBusy) return;
      setBusy(true);
      setFailed(undefined);
      await action()
        .catch((error: unknown) => setFailed({ error }))
        .finally(() => setBusy(false));
    },
  };
}

type ErrorCode = CallFailed['code'] | WebAuthnError['reason'] | 'not-stored';
type OwnText = string | ((fault: CallFailed) => string);

/** Texts of one form. `other`: for codes without a text below; `every`: for all codes that it does not list. */
export type ErrorTexts = Readonly<Partial<Record<ErrorCode | 'other' | 'every', OwnText | undefined>>>;

/** The error catalogue; an unexpected error reads as the server's fault. */
export function errorText(t: Translate, error: unknown, own: ErrorTexts = {}): string {
  const fault = error instanceof CallFailed ? error : new CallFailed('internal');
  const code = codeOf(error);
  const text =
    own[code] ?? own.every ?? usualText(t, code, fault) ?? own.other ?? withFailures(t)(unavailable);
  return typeof text === 'string' ? text : text(fault);
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof CallFailed) return error.code;
  if (error instanceof WebAuthnError) return error.reason;
  return error instanceof StorageFailed ? 'not-stored' : 'internal';
}

function usualText(ofCore: Translate, code: ErrorCode, { reason, retryAfter = 60 }: CallFailed) {
  const t = withFailures(ofCore);
  if (code === 'too-many-requests')
    return t(($) => $.callFailures.tooMany, { count: Math.max(1, Math.ceil(retryAfter / 60)) });
  if (code === 'offline' && reason === 'gateway') return t(unavailable);
  if (code === 'offline' && reason === 'intercepted') return t(($) => $.callFailures.intercepted);
  const select = TEXTS[code];
  if (select) return t(select);
  return t(($) => textsOf($)?.[code] ?? '') || undefined;
}

/** Whoever calls has loaded `public` or `details`; both have the texts of failures. */
function withFailures(t: Translate): Translate<'public'> {
  return t as unknown as Translate<'public'>;
}

type Select = ($: Texts<'public'>) => string;
const textsOf = ($: Texts<'public'>): Partial<Record<ErrorCode, string>> | undefined => $.callFailures;

const notSignedIn: Select = ($) => $.common.failures.notAuthenticated;
const pageTooOld: Select = ($) => $.callFailures.pageTooOld;
const unavailable: Select = ($) => $.callFailures.unavailable;

/** Of codes without a text of their own in `callFailures`. */
const TEXTS: Partial<Record<ErrorCode, Select>> = {
  internal: unavailable,
  'page-too-old': pageTooOld,
  'page-too-new': pageTooOld,
  'not-signed-in': notSignedIn,
  'other-household': notSignedIn,
  'account-gone': notSignedIn,
  'registration-closed': ($) => $.common.registration.closed,
};
