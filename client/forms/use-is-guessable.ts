import { useEffect, useState } from 'react';

type IsGuessable = (password: string) => boolean;

/** True if the password is easy to guess; false until the list of common passwords, loaded at the first character, is there. */
export function useIsGuessable(password: string): boolean {
  const [check, setCheck] = useState<{ isGuessable: IsGuessable }>();
  const isNeeded = password !== '' && !check;
  useEffect(() => {
    if (!isNeeded) return;
    import('./guessable.ts').then(setCheck, () => undefined);
  }, [isNeeded]);
  return password !== '' && (check?.isGuessable(password) ?? false);
}
