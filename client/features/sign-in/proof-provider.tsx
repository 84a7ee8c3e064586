import { type ReactNode, useCallback, useState } from 'react';
import { type Proven, ProvenContext } from '#client/auth/use-reauth.ts';
import { CallFailed } from '#client/data/port.ts';
import { lazyComponent } from '#client/ui/lazy-component.tsx';

const ProofDialog = lazyComponent(() =>
  import('./proof-dialog.tsx').then(({ ProofDialog: Dialog }) => Dialog),
);

/** Lets what stands in it ask the parent to prove that the account is theirs. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ answer: (isProven: boolean) => void }>();
  const proven = useCallback<Proven>(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof CallFailed) || error.code !== 'proof-needed') throw error;
    }
    const isProven = await new Promise<boolean>((answer) => setAsked({ answer }));
    return isProven ? action() : undefined;
  }, []);
  const end = (isProven: boolean) => {
    asked?.answer(isProven);
    setAsked(undefined);
  };
  return (
    <ProvenContext value={proven}>
      {children}
      {asked && <ProofDialog onProven={() => end(true)} onClose={() => end(false)} />}
    </ProvenContext>
  );
}
