import { useId, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { TextArea } from '#client/forms/text-area.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { CallLink } from '#client/people/call-link.tsx';
import { useHost } from '#client/session/use-host.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useMessageChannels } from '#client/ui/hooks/use-message-channels.ts';
import { fieldProblem, phoneSchema } from '#domain/fields.ts';
import type { Language } from '#domain/language.ts';
import { ChannelButtons } from './channel-buttons.tsx';
import { drafted } from './drafted.ts';
import { LinkSwitch } from './link-switch.tsx';
import styles from './tell.module.css';
import { type Drafts, useDraft } from './use-draft.ts';
import { useGiveLink } from './use-give-link.ts';

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
 * sent. Nothing of it reaches the server but the hash of its link.
 */
export function TellDialog({ visitor, language, drafts, onClose }: Props) {
  const { t } = useTranslation(['rare']);
  const { origin = window.location.origin } = useHost();
  const toast = useToast();
  const recipient = useId();
  const { name, ref, undo, timestamp } = visitor;
  const isFriend = ref.kind === 'friend';
  const key = `${ref.visitor} ${undo?.undoes ?? timestamp}`;
  const [draft, change] = useDraft(drafts, key, (kept) => drafted(visitor, { language, origin }, kept));
  const { to, text, link } = draft;
  const { give, failure } = useGiveLink(visitor, draft);
  const leave = () => {
    // Kept even if nothing was edited: the next message of the same tap has the same link.
    change({});
    give();
  };
  const onShared = () => {
    onClose();
    toast({ text: t(($) => $.tellDialog.shared) });
  };
  const channels = useMessageChannels({ copied: text, shared: text, onShared, onLeave: leave });
  const [isPhoneChecked, setPhoneChecked] = useState(false);
  const problem = fieldProblem(phoneSchema, to);
  const shownProblem = isPhoneChecked ? problem : undefined;
  const missing = shownProblem === 'empty' ? t(($) => $.missing.parentPhone) : undefined;
  const result = failure ?? (channels.result && t(($) => $.tellDialog[channels.result ?? 'copied']));
  return (
    <Dialog
      open
      startAt="title"
      title={t(($) => $.tellDialog.title)}
      onClose={onClose}
      status={result && <p className={styles.result}>{result}</p>}
      footer={
        <ChannelButtons
          channels={channels}
          message={{ to, text }}
          isReady={problem === undefined}
          onLeave={leave}
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
            label={t(($) => $.tellDialog.to)}
            hint={
              isFriend ? channels.share && t(($) => $.tellDialog.shareHint) : t(($) => $.tellDialog.guestHint)
            }
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
          label={t(($) => $.tellDialog.message)}
          name="text"
          rows={link ? 6 : 3}
          dir="auto"
          lang={language}
          value={text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <LinkSwitch
          visitor={visitor}
          language={language}
          link={link}
          text={text}
          onChange={(changed) => change({ text: changed })}
        />
        <p className={styles.note}>
          {t(($) => $.tellDialog.note)} {link && t(($) => $.tellDialog.linkNote)}
        </p>
      </div>
    </Dialog>
  );
}
