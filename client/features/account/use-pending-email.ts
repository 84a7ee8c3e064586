import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { pendingEmail, setPendingEmail } from '#client/data/pending-email.ts';

/** The new e-mail that was typed before an authorization flow left the page, once, and a function that clears it. */
export function usePendingEmail(): [email: string, clear: () => void] {
  const { search } = useLocation();
  const [email, setEmail] = useState(() => (authorizationResultIn(search) ? pendingEmail() : ''));
  useEffect(() => setPendingEmail(undefined), []);
  return [email, () => setEmail('')];
}
