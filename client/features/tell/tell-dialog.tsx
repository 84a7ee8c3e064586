import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import { useEffect, useId, useRef, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { Switch } from '#client/forms/switch.tsx';
import { TextArea } from '#client/forms/text-area.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { problemText } from '#client/forms/use-fields.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { notGivenMessage } from '#client/session/refusal-reason.ts';
import { useHost } from '#client/session/use-host.ts';
import { useHousehold, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { AnchorButton, Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useLasting } from '#client/ui/hooks/use-lasting.ts';
import { type MessageChannels, useMessageChannels } from '#client/ui/hooks/use-message-channels.ts';
import { fieldProblem, newPhoneSchema } from '#domain/fields.ts';
import type { Language } from '#domain/language.ts';
import { firstName } from '#domain/names.ts';
import { type Draft, type Drafts, drafted, noLink, useDraft } from './draft.ts';
import { linkLine, smsLink, withLine, withoutLink } from './message.ts';
import type { GiveLink, NewLink } from './new-link.ts';
import styles from './tell.module.css';

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
  const { t, texts } = useTranslation(['rare']);
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
    toast({ text: texts.tellDialog.shared });
  };
  const channels = useMessageChannels({ copied: text, shared: text, onShared, onLeave: leave });
  useShareAtOnce(channels);
  const [isPhoneChecked, setPhoneChecked] = useState(false);
  const dialled = to === visitor.parentContact ? (visitor.contactE164 ?? to) : to;
  const problem = fieldProblem(newPhoneSchema, to);
  const result = failure ?? (channels.result && t(($) => $.tellDialog[channels.result ?? 'copied']));
  const isCopied = channels.result === 'copied' && failure === undefined;
  return (
    <Dialog
      startAt="title"
      title={texts.tellDialog.title}
      onClose={onClose}
      footer={
        <>
          {/* The pressed button says that it copied. */}
          <div role="status" className={result && !isCopied ? styles.result : 'visually-hidden'}>
            {result}
          </div>
          <ChannelButtons
            channels={channels}
            message={{ to: dialled, text }}
            isReady={problem === undefined}
            onLeave={leave}
            onNotReady={() => {
              setPhoneChecked(true);
              document.getElementById(recipient)?.querySelector('input')?.focus();
            }}
          />
        </>
      }
    >
      <div className="stack gap-4">
        <div id={recipient} className={`${styles.recipient} gap-2`}>
          <TextField
            label={texts.tellDialog.to}
            hint={isFriend ? channels.share && texts.tellDialog.shareHint : texts.tellDialog.guestHint}
            name="to"
            type="tel"
            autoComplete="off"
            value={to}
            onChange={({ target }) => change({ to: target.value })}
            problem={
              isPhoneChecked ? problemText(t, problem, { missing: texts.missing.parentPhone }) : undefined
            }
          />
          {problem === undefined && <CallLink name={name} phone={dialled} />}
        </div>
        <TextArea
          label={texts.tellDialog.message}
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
        {link && text.includes(link.address) && (
          <PhoneSwitch
            checked={draft.showsPhone ?? false}
            onChange={(showsPhone) => {
              change({ showsPhone });
              if (link.op) give(showsPhone);
            }}
          />
        )}
        <p className="muted small">
          {link ? `${texts.tellDialog.note} ${texts.tellDialog.linkNote}` : texts.tellDialog.note}
        </p>
      </div>
    </Dialog>
  );
}

interface ChannelButtonsProps {
  channels: MessageChannels;
  message: Pick<Draft, 'to' | 'text'>;
  /** True if there is a valid number to send to. */
  isReady: boolean;
  onNotReady(): void;
  /** Called as the message leaves to the phone's messages. */
  onLeave(): void;
}

/** Buttons to send a message: copy, text message, and the share sheet if the device has one. */
function ChannelButtons({
  channels,
  message: { to, text },
  isReady,
  onNotReady,
  onLeave,
}: ChannelButtonsProps) {
  const { texts } = useTranslation();
  const smsProps = {
    variant: channels.share ? ('secondary' as const) : ('primary' as const),
    icon: MessageCircle,
  };
  const sms = texts.tellDialog.sms;
  const hasCopied = channels.result === 'copied';
  const isCopied = !useLasting(hasCopied, SAYS_COPIED) && hasCopied;
  return (
    <>
      <Button
        variant="secondary"
        icon={isCopied ? Check : Copy}
        label={isCopied ? texts.tellDialog.justCopied : texts.tellDialog.copy}
        onClick={channels.copy}
      />
      {isReady ? (
        <AnchorButton {...smsProps} href={smsLink(to, text)} label={sms} onClick={onLeave} />
      ) : (
        <Button {...smsProps} label={sms} onClick={onNotReady} />
      )}
      {channels.share && <Button icon={Share2} label={texts.tellDialog.share} onClick={channels.share} />}
    </>
  );
}

/** The button says so for this long, in ms. */
const SAYS_COPIED = 3000;

/** On a phone the share sheet opens with the dialog, which is for whoever cancels it, edits the message or sends it otherwise. */
function useShareAtOnce({ share }: MessageChannels): void {
  const first = useRef(share);
  useEffect(() => {
    // Browsers share by a press alone; the code of the dialog may have come long after it.
    const isByPress = navigator.userActivation?.isActive;
    if (isByPress && window.matchMedia('(pointer: coarse)').matches) first.current?.();
  }, []);
}

/** Makes the link of a draft exist, once, when its text is shared, sent or copied; a later choice changes it. */
function useGiveLink({ ref, openVisit }: VisitorView, { link, text, showsPhone: chosen = false }: Draft) {
  const { t } = useTranslation(['rare']);
  const household = useHousehold();
  const [failure, setFailure] = useState<Failure>();
  const run: GiveLink = async (hash, showsPhone) => {
    const args = { ...ref, visit: openVisit?.visit ?? '', hash, showsPhone };
    const { done, ...result } = await runCommand(() => household.run('giveLink', args));
    return done && 'op' in result ? { op: result.op } : { failure: result.failure ?? 'not-stored' };
  };
  return {
    give: (showsPhone = chosen) => {
      if (link && text.includes(link.address))
        void link.give(run, showsPhone).then((given) => setFailure(given.failure));
    },
    failure: failure && notGivenMessage(t, failure),
  };
}

interface LinkSwitchProps {
  visitor: VisitorView;
  language: Language;
  link: NewLink | undefined;
  text: string;
  onChange(text: string): void;
}

/** Takes the link out of the message or puts it back; a sentence says why there is none. */
function LinkSwitch({ visitor, language, link, text, onChange }: LinkSwitchProps) {
  const { t, texts } = useTranslation();
  if (!link) {
    const reason = noLink(visitor);
    return reason ? <p className="muted small">{t(($) => $.tellDialog.noLink[reason])}</p> : null;
  }
  const { address } = link;
  const line = linkLine(visitor, language, address);
  const isIn = text.includes(address);
  return (
    <Switch
      name="link"
      label={texts.tellDialog.link}
      hint={t(($) => $.tellDialog.linkHint, { name: firstName(visitor.name) })}
      checked={isIn}
      onChange={() => onChange(isIn ? withoutLink(text, line, address) : withLine(text, line))}
    />
  );
}

/** Shows the parent's own number on the page of the link; off until they choose it. */
function PhoneSwitch({ checked, onChange }: { checked: boolean; onChange(showsPhone: boolean): void }) {
  const { t, texts } = useTranslation();
  const phone = useViewPart((view) => view.profile?.phone);
  if (phone === undefined) return <p className="muted small">{texts.tellDialog.phoneMissing}</p>;
  return (
    <Switch
      name="phone"
      label={texts.tellDialog.phone}
      hint={t(($) => $.tellDialog.phoneHint, { phone })}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
