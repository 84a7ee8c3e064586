import CalendarDays from 'lucide-react/icons/calendar-days';
import { useState } from 'react';
import styles from './chip.module.css';

interface Props {
  name: string;
  label: string;
  /** YYYY-MM-DD; empty if none is chosen. */
  value: string;
  max: string;
  onChange(value: string): void;
}

/** A native date field, as small as its icon until a day is chosen or typed. */
export function ChipDate({ name, label, value, max, onChange }: Props) {
  const [isTyping, setTyping] = useState(false);
  return (
    <span
      className={styles.chip}
      data-date
      data-on={value !== '' || undefined}
      data-wide={isTyping || undefined}
    >
      <CalendarDays size={20} aria-hidden="true" />
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
