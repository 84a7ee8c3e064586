import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import { TextArea } from '#client/forms/text-area.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { CallLink } from '#client/people/call-link.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { fieldProblem, type Language, phoneSchema } from '#domain/fields.ts';
import { messageTo } from './message.ts';
import styles from './tell.module.css';
import { type Drafts, useDraft } from './use-draft.ts';
import { useWays } from './use-ways.ts';
import { WaysOut } from './ways-out.tsx';

interface Props {
  /** Who came or went, as it stands. */
  visitor: VisitorView;
  /** The language of the profile: the message is in it, whatever is on screen. */
  language: Language;
  drafts: Drafts;
  onClose(): void;
}

/**
 * Tells the other family by the parent's own phone: recipient and whole text are seen and can be changed before anything
 * goes. Nothing of it reaches the server.
 */
export function TellDialog({ visitor, language, drafts, onClose }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const recipient = useId();
  const { name, parentContact, ref, undo, timestamp } = visitor;
  const isFriend = ref.kind === 'friend';
  const key = `${ref.visitor} ${undo?.undoes ?? timestamp}`;
  const [{ to, text }, change] = useDraft(drafts, key, () => ({
    to: isFriend ? parentContact : '',
    text: messageTo(visitor, language, Date.now()),
  }));
  const ways = useWays(text, () => {
    onClose();
    toast({ text: t(($) => $.tell.shared) });
  });
  const [asksPhone, askPhone] = useState(false);
  const problem = fieldProblem(phoneSchema, to);
  const shown = asksPhone ? problem : undefined;
  const missing = shown === 'empty' ? t(($) => $.people.missing.parentPhone) : undefined;
  return (
    <Dialog
      open
      startAt="title"
      title={t(($) => $.tell.title)}
      onClose={onClose}
      status={ways.said && <p className={styles.said}>{t(($) => $.tell[ways.said ?? 'copied'])}</p>}
      footer={
        <WaysOut
          ways={ways}
          message={{ to, text }}
          isReady={problem === undefined}
          onNotReady={() => {
            askPhone(true);
            document.getElementById(recipient)?.querySelector('input')?.focus();
          }}
        />
      }
    >
      <div className={styles.form}>
        <div id={recipient} className={styles.recipient}>
          <TextField
            label={t(($) => $.tell.to)}
            hint={isFriend ? ways.share && t(($) => $.tell.shareHint) : t(($) => $.tell.guestHint)}
            name="to"
            type="tel"
            autoComplete="off"
            value={to}
            onChange={({ target }) => change({ to: target.value })}
            problem={shown && (missing ?? t(($) => $.common.problems[shown]))}
          />
          {problem === undefined && <CallLink name={name} phone={to} />}
        </div>
        <TextArea
          label={t(($) => $.tell.message)}
          name="text"
          rows={3}
          dir="auto"
          lang={language}
          value={text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <p className={styles.note}>{t(($) => $.tell.note)}</p>
      </div>
    </Dialog>
  );
}
