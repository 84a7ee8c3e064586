import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { pendingEmail, setPendingEmail } from '#client/data/pending-email.ts';

/** The new e-mail that was kept, once, for whoever just came back. Out: also how to forget it. */
export function usePendingEmail(): [email: string, forget: () => void] {
  const { search } = useLocation();
  const [email, setEmail] = useState(() => (authorizationResultIn(search) ? pendingEmail() : ''));
  useEffect(() => setPendingEmail(undefined), []);
  return [email, () => setEmail('')];
}
