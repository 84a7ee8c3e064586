import Search from 'lucide-react/icons/search';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import field from './field.module.css';
import styles from './search-field.module.css';

/** "/" focuses it, unless another field has the focus. */
export function SearchField({ value, onChange }: { value: string; onChange(typed: string): void }) {
  const { texts } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!isSlash(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);
  return (
    <search className={`${field.holder} relative`}>
      <Search size={20} className={styles.icon} />
      <input
        ref={input}
        type="search"
        name="search"
        className={classes(field.control, styles.search)}
        aria-label={texts.people.search}
        placeholder={texts.people.search}
        aria-keyshortcuts="/"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span aria-hidden="true" className={styles.key}>
        /
      </span>
    </search>
  );
}

function isSlash({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
  return key === '/' && !isTyping && !ctrlKey && !metaKey && !altKey;
}
