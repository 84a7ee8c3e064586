import { useId, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { TextArea } from '#client/forms/text-area.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { present } from '#client/lib/present.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useMessageChannels } from '#client/ui/hooks/use-message-channels.ts';
import { fieldProblem, phoneSchema } from '#domain/fields.ts';
import type { Language } from '#domain/language.ts';
import { ChannelButtons } from './channel-buttons.tsx';
import { parentMessage } from './message.ts';
import styles from './tell.module.css';
import { type Drafts, useDraft } from './use-draft.ts';

interface Props {
  /** The visitor who came or went. */
  visitor: VisitorView;
  /** The profile's language, which the message is in, whatever the language on screen. */
  language: Language;
  drafts: Drafts;
  onClose(): void;
}

/**
 * Messages the other family from the parent's own phone: recipient and text can be seen and edited before anything is
 * sent. Nothing of it reaches the server.
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
    text: parentMessage(visitor, language, present()),
  }));
  const onShared = () => {
    onClose();
    toast({ text: t(($) => $.tell.shared) });
  };
  const channels = useMessageChannels({ copied: text, shared: text, onShared });
  const [isPhoneChecked, setPhoneChecked] = useState(false);
  const problem = fieldProblem(phoneSchema, to);
  const shownProblem = isPhoneChecked ? problem : undefined;
  const missing = shownProblem === 'empty' ? t(($) => $.people.missing.parentPhone) : undefined;
  return (
    <Dialog
      open
      startAt="title"
      title={t(($) => $.tell.title)}
      onClose={onClose}
      status={
        channels.result && <p className={styles.result}>{t(($) => $.tell[channels.result ?? 'copied'])}</p>
      }
      footer={
        <ChannelButtons
          channels={channels}
          message={{ to, text }}
          isReady={problem === undefined}
          onNotReady={() => {
            setPhoneChecked(true);
            document.getElementById(recipient)?.querySelector('input')?.focus();
          }}
        />
      }
    >
      <div className={styles.form}>
        <div id={recipient} className={styles.recipient}>
          <TextField
            label={t(($) => $.tell.to)}
            hint={isFriend ? channels.share && t(($) => $.tell.shareHint) : t(($) => $.tell.guestHint)}
            name="to"
            type="tel"
            autoComplete="off"
            value={to}
            onChange={({ target }) => change({ to: target.value })}
            problem={shownProblem && (missing ?? t(($) => $.common.problems[shownProblem]))}
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
