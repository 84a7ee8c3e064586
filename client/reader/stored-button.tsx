import { type ComponentType, useRef, useState } from 'react';
import type { StoredDialogProps } from './stored-dialog.tsx';

interface Props {
  className: string | undefined;
  /** Undefined in the document, which is drawn before any script runs. */
  dialog: Omit<StoredDialogProps, 'onClose'> | undefined;
  label: string;
  failed: string;
}

/** Opens what is stored; its code is loaded with the first press. */
export function StoredButton({ className, dialog, label, failed }: Props) {
  const [Dialog, setDialog] = useState<ComponentType<StoredDialogProps>>();
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const open = async () => {
    try {
      const { StoredDialog } = await import('./stored-dialog.tsx');
      setDialog(() => StoredDialog);
      setState('open');
    } catch (error) {
      console.error(error);
      setState('failed');
    }
  };
  const close = () => {
    setState('closed');
    button.current?.focus();
  };
  return (
    <>
      <button ref={button} type="button" className={className} onClick={() => void open()}>
        {label}
      </button>
      {state === 'failed' && <span role="alert">{failed}</span>}
      {state === 'open' && Dialog && dialog && <Dialog {...dialog} onClose={close} />}
    </>
  );
}
