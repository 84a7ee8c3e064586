import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import type { Content } from '#client/lib/jsx.ts';
import styles from './chip.module.css';

interface Props {
  name: string;
  /** The name of the field, shown as long as nothing is chosen. */
  label: string;
  value: string;
  onChange(value: string): void;
  /** The text of the chosen option; undefined if nothing is chosen. */
  chosen: string | undefined;
  /** The options. */
  children: Content;
}

/** A native select in the size of its choice, for a line of filters. */
export function ChipSelect({ name, label, value, onChange, chosen, children }: Props) {
  return (
    <span className={`${styles.chip} inline`} data-on={chosen !== undefined || undefined}>
      <span aria-hidden="true" className={styles.words}>
        {chosen ?? label}
      </span>
      <ChevronDown size={18} />
      <select
        name={name}
        aria-label={label}
        className={styles.select}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
    </span>
  );
}

interface ChipDateProps {
  name: string;
  label: string;
  /** YYYY-MM-DD; empty if none is chosen. */
  value: string;
  max: string;
  onChange(value: string): void;
}

/** A native date field, as small as its icon until a day is chosen or typed. */
export function ChipDate({ name, label, value, max, onChange }: ChipDateProps) {
  const [isTyping, setTyping] = useState(false);
  return (
    <span
      className={`${styles.chip} inline`}
      data-date
      data-on={value !== '' || undefined}
      data-wide={isTyping || undefined}
    >
      <CalendarDays size={20} />
      <input
        type="date"
        name={name}
        aria-label={label}
        className={styles.date}
        value={value}
        max={max}
        onKeyUp={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
