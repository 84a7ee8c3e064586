import { useEffect, useState } from 'react';

type IsGuessable = (password: string) => boolean;

/** Whether what is typed is easy to guess; false until the list of common passwords, fetched with the first sign, is here. */
export function useIsGuessable(password: string): boolean {
  const [check, setCheck] = useState<{ isGuessable: IsGuessable }>();
  const isNeeded = password !== '' && !check;
  useEffect(() => {
    if (!isNeeded) return;
    import('./guessable.ts').then(setCheck, () => undefined);
  }, [isNeeded]);
  return password !== '' && (check?.isGuessable(password) ?? false);
}
