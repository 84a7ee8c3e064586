import { useCallback, useEffect, useState } from 'react';
import { useData } from '#client/session/use-data.ts';
import type { MailedLink, MailedLinkKind } from '#domain/protocol/email-calls.ts';

/** The state of a mailed link by the server: undefined until it has answered. */
interface KnownLink {
  link: MailedLink | undefined;
  /** The error of the last attempt; undefined if it succeeded. */
  error: unknown;
  /** Asks again; never rejects. */
  ask: () => Promise<void>;
}

/** Asks whose a mailed link is, without using it up. */
export function useMailedLink(kind: MailedLinkKind, token: string | null | undefined): KnownLink {
  const data = useData();
  const [link, setLink] = useState<MailedLink>();
  const [error, setError] = useState<unknown>();
  const ask = useCallback(async () => {
    if (!token) return;
    try {
      setLink(await data.ask('mailedLink', { kind, token }));
      setError(undefined);
    } catch (error) {
      setError(error);
    }
  }, [data, kind, token]);
  useEffect(() => void ask(), [ask]);
  return { link, error, ask };
}
