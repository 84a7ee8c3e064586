import type { Elements } from '#client/lib/jsx.ts';
import styles from './banners.module.css';

export function Banner({ title, text, children }: { title: string; text: string; children?: Elements }) {
  return (
    <div className={`${styles.banner} box row between gap-3 notice`} role="status">
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}
