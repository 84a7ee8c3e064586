import type { VisitorView } from '#client/data/port.ts';
import { Switch } from '#client/forms/switch.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { firstName } from '#domain/first-name.ts';
import type { Language } from '#domain/language.ts';
import { noLink } from './drafted.ts';
import { linkLine, withLine, withoutLink } from './message.ts';
import type { NewLink } from './new-link.ts';
import styles from './tell.module.css';

interface Props {
  visitor: VisitorView;
  language: Language;
  link: NewLink | undefined;
  text: string;
  onChange(text: string): void;
}

/** Takes the link out of the message or puts it back; a sentence says why there is none. */
export function LinkSwitch({ visitor, language, link, text, onChange }: Props) {
  const { t } = useTranslation();
  if (!link) {
    const reason = noLink(visitor);
    return reason ? <p className={styles.note}>{t(($) => $.tellDialog.noLink[reason])}</p> : null;
  }
  const { address } = link;
  const line = linkLine(visitor, language, address);
  const isIn = text.includes(address);
  return (
    <Switch
      name="link"
      label={t(($) => $.tellDialog.link)}
      hint={t(($) => $.tellDialog.linkHint, { name: firstName(visitor.name) })}
      checked={isIn}
      onChange={() => onChange(isIn ? withoutLink(text, line, address) : withLine(text, line))}
    />
  );
}
