import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { returnedIn } from '#client/auth/provider-redirect.ts';
import { keepEmail, keptEmail } from '#client/data/storage/kept-email.ts';

/** The new e-mail that was kept, once, for whoever just came back. Out: also how to forget it. */
export function useKeptEmail(): [email: string, forget: () => void] {
  const { search } = useLocation();
  const [email, setEmail] = useState(() => (returnedIn(search) ? keptEmail() : ''));
  useEffect(() => keepEmail(undefined), []);
  return [email, () => setEmail('')];
}
