import { useRef, useState } from 'react';
import type { Component } from '#client/lib/jsx.ts';
import { Logo } from '#client/ui/logo.tsx';
import { type Language, nextLanguage } from '#domain/language.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import type { LinkState } from './data/link-state.ts';
import type { VisitStreamClient } from './data/visit-stream-client.ts';
import styles from './link-page-view.module.css';
import { Message } from './message.tsx';
import type { StoredDialogProps } from './stored-dialog.tsx';
import type { Texts } from './translations/sv.ts';
import { addressOf } from './translations/texts.ts';
import { VisitCard } from './visit-card.tsx';

interface LinkPageViewProps {
  language: Language;
  texts: Texts;
  watched: LinkState;
  host: Pick<SiteInfo, 'name' | 'contact'>;
  query: string;
  link: string;
  watch: VisitStreamClient | undefined;
  onSwitchLanguage: () => void;
}

/** Only a signed-in family's follow offer leads to an account. */
export function LinkPageView(props: LinkPageViewProps) {
  const { language, texts, watched, host, query, link, watch, onSwitchLanguage } = props;
  const isRefused = watched.phase === 'refused';
  const next = nextLanguage(language);
  return (
    <div className={styles.page}>
      <header className={`${styles.header} line between gap-2`}>
        <span className={`${styles.brand} large inline gap-2`}>
          <Logo size={28} />
          <span>{texts.brand}</span>
        </span>
        <button
          type="button"
          className={`${styles.toggle} circle small strong bare hover-sunken`}
          aria-label={`${next.toUpperCase()}: ${texts.switchLanguage[next]}`}
          onClick={onSwitchLanguage}
        >
          {next.toUpperCase()}
        </button>
      </header>
      <main className={styles.main}>
        {watched.phase === 'shown' && watch ? (
          <VisitCard {...{ watched, language, texts, link, watch }} />
        ) : (
          <Message {...{ watched, texts, host }} onRetry={watch?.retry} />
        )}
      </main>
      <footer>
        <nav className={`${styles.links} flow`} aria-label={texts.footer.label}>
          {!isRefused && (
            <StoredButton
              className={`${styles.link} target muted small bare`}
              dialog={watch && { link, watch, language, texts, host }}
              label={texts.footer.stored}
              failed={texts.footer.failed}
            />
          )}
          <a className={`${styles.link} target muted small bare`} href={addressOf('/privacy', query)}>
            {texts.footer.privacy}
          </a>
          <a className={`${styles.link} target muted small bare`} href={addressOf('/contact', query)}>
            {texts.footer.contact}
          </a>
        </nav>
      </footer>
    </div>
  );
}

interface Props {
  className: string | undefined;
  dialog: Omit<StoredDialogProps, 'onClose'> | undefined;
  label: string;
  failed: string;
}

function StoredButton({ className, dialog, label, failed }: Props) {
  const [opened, setOpened] = useState<{ Dialog: Component<StoredDialogProps> } | 'failed'>();
  const button = useRef<HTMLButtonElement>(null);
  const open = async () => {
    try {
      const { StoredDialog } = await import('./stored-dialog.tsx');
      setOpened({ Dialog: StoredDialog });
    } catch (error) {
      console.error(error);
      setOpened('failed');
    }
  };
  const close = () => {
    setOpened(undefined);
    button.current?.focus();
  };
  return (
    <>
      <button ref={button} type="button" className={className} onClick={() => void open()}>
        {label}
      </button>
      {opened === 'failed' && <span role="alert">{failed}</span>}
      {typeof opened === 'object' && dialog && <opened.Dialog {...dialog} onClose={close} />}
    </>
  );
}
