import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import { useEffect, useId, useRef, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { Switch, TextArea, TextField } from '#client/forms/field.tsx';
import { refusalText } from '#client/forms/refusal-text.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { problemText } from '#client/forms/use-fields.ts';
import { CallLink } from '#client/people/person-buttons.tsx';
import { useHousehold, useViewPart } from '#client/session/use-household.ts';
import { useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { AnchorButton, Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useMessageChannels } from '#client/ui/hooks/use-message-channels.ts';
import { useTrueFor } from '#client/ui/hooks/use-now.ts';
import { fieldProblem, newPhoneSchema } from '#domain/fields.ts';
import type { Language } from '#domain/language.ts';
import { firstName } from '#domain/names.ts';
import {
  type Draft,
  type Drafts,
  noLink,
  smsLink,
  useDraft,
  visitToShow,
  withOrWithoutLink,
} from './message-draft.ts';
import styles from './message-parent.module.css';

interface Props {
  visitor: VisitorView;
  /** The message's language: the profile's, not the screen's. */
  language: Language;
  drafts: Drafts;
  onClose(): void;
}

/** Sent from the parent's own phone; only the hash of the link reaches the server. */
export function MessageParentDialog({ visitor, language, drafts, onClose }: Props) {
  const { t, texts } = useTranslation('details');
  const { origin = window.location.origin } = useSiteInfo();
  const toast = useToast();
  const recipient = useId();
  const { name, ref } = visitor;
  const isFriend = ref.kind === 'friend';
  const [draft, change] = useDraft(visitor, { language, origin }, drafts);
  const { to, text, link } = draft;
  const { give, failure } = useGiveLink(visitor, draft);
  const leave = () => {
    // Save even an unedited draft: this tap's next message reuses its link.
    change({});
    give();
  };
  const onShared = () => {
    onClose();
    toast({ text: texts.messageParentDialog.shared });
  };
  const channels = useMessageChannels({ copied: text, shared: text, onShared, onLeave: leave });
  useShareAtOnce(channels);
  const [isPhoneChecked, setPhoneChecked] = useState(false);
  const dialled = to === visitor.parentContact ? (visitor.contactE164 ?? to) : to;
  const problem = fieldProblem(newPhoneSchema, to);
  const result = failure ?? (channels.result && t(($) => $.messageParentDialog[channels.result ?? 'copied']));
  const isCopied = channels.result === 'copied' && failure === undefined;
  return (
    <Dialog
      startAt="title"
      title={texts.messageParentDialog.title}
      onClose={onClose}
      footer={
        <>
          {/* Hidden after a copy: the pressed button shows it. */}
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
            label={texts.messageParentDialog.to}
            hint={
              isFriend
                ? channels.share && texts.messageParentDialog.shareHint
                : texts.messageParentDialog.guestHint
            }
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
          label={texts.messageParentDialog.message}
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
          {link
            ? `${texts.messageParentDialog.note} ${texts.messageParentDialog.linkNote}`
            : texts.messageParentDialog.note}
        </p>
      </div>
    </Dialog>
  );
}

interface ChannelButtonsProps {
  channels: ReturnType<typeof useMessageChannels>;
  message: Pick<Draft, 'to' | 'text'>;
  isReady: boolean;
  onNotReady(): void;
  /** Called when the text goes to the phone's messages app. */
  onLeave(): void;
}

function ChannelButtons({
  channels,
  message: { to, text },
  isReady,
  onNotReady,
  onLeave,
}: ChannelButtonsProps) {
  const { texts } = useTranslation('details');
  const smsProps = {
    variant: channels.share ? ('secondary' as const) : ('primary' as const),
    icon: MessageCircle,
  };
  const sms = texts.messageParentDialog.sms;
  const hasCopied = channels.result === 'copied';
  const isCopied = !useTrueFor(hasCopied, SAYS_COPIED) && hasCopied;
  return (
    <>
      <Button
        variant="secondary"
        icon={isCopied ? Check : Copy}
        label={isCopied ? texts.messageParentDialog.justCopied : texts.common.copy}
        onClick={channels.copy}
      />
      {isReady ? (
        <AnchorButton {...smsProps} href={smsLink(to, text)} label={sms} onClick={onLeave} />
      ) : (
        <Button {...smsProps} label={sms} onClick={onNotReady} />
      )}
      {channels.share && <Button icon={Share2} label={texts.common.share} onClick={channels.share} />}
    </>
  );
}

/** Time the button shows that it copied, in ms. */
const SAYS_COPIED = 3000;

/** On phones the share sheet opens at once; the dialog is for editing or another channel. */
function useShareAtOnce({ share }: ChannelButtonsProps['channels']): void {
  const first = useRef(share);
  useEffect(() => {
    // Browsers share only right after a press; loading may have taken longer.
    const isByPress = navigator.userActivation?.isActive;
    if (isByPress && window.matchMedia('(pointer: coarse)').matches) first.current?.();
  }, []);
}

/** Stores the link once, at the first share, send or copy; a later choice changes it. */
function useGiveLink(visitor: VisitorView, { link, text, showsPhone: chosen = false }: Draft) {
  const { t, texts } = useTranslation('details');
  const household = useHousehold();
  const [failure, setFailure] = useState<Failure>();
  const run = async (hash: string, showsPhone: boolean) => {
    const visit = visitToShow(visitor)?.visit ?? '';
    const args = { ...visitor.ref, visit, hash, showsPhone };
    const { done, ...result } = await runCommand(() => household.run('giveLink', args));
    return done && 'op' in result ? { op: result.op } : { failure: result.failure ?? 'not-stored' };
  };
  return {
    give: (showsPhone = chosen) => {
      if (link && text.includes(link.address))
        void link.give(run, showsPhone).then((given) => setFailure(given.failure));
    },
    failure:
      typeof failure === 'string'
        ? `${texts.common.error}. ${texts.links.showsNothing}`
        : failure && refusalText(t, failure, { command: 'giveLink' }),
  };
}

interface LinkSwitchProps {
  visitor: VisitorView;
  language: Language;
  link: Draft['link'];
  text: string;
  onChange(text: string): void;
}

function LinkSwitch({ visitor, language, link, text, onChange }: LinkSwitchProps) {
  const { t, texts } = useTranslation('details');
  if (!link) {
    const reason = noLink(visitor);
    return reason ? <p className="muted small">{t(($) => $.messageParentDialog.noLink[reason])}</p> : null;
  }
  return (
    <Switch
      name="link"
      label={texts.messageParentDialog.link}
      hint={t(($) => $.messageParentDialog.linkHint, { name: firstName(visitor.name) })}
      checked={text.includes(link.address)}
      onChange={() => onChange(withOrWithoutLink(visitor, language, text, link))}
    />
  );
}

/** Off by default: the page shows the parent's own number. */
function PhoneSwitch({ checked, onChange }: { checked: boolean; onChange(showsPhone: boolean): void }) {
  const { t, texts } = useTranslation('details');
  const phone = useViewPart((view) => view.profile?.phone);
  if (phone === undefined) return <p className="muted small">{texts.messageParentDialog.phoneMissing}</p>;
  return (
    <Switch
      name="phone"
      label={texts.messageParentDialog.phone}
      hint={t(($) => $.messageParentDialog.phoneHint, { phone })}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
