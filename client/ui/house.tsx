import styles from './house.module.css';

/** Centres, in the order in which they light up. */
const WINDOWS = ['30 46', '56 46', '30 66', '82 46', '82 66', '56 26'];
const PANES = 'M-5-7H5a2 2 0 0 1 2 2V5a2 2 0 0 1-2 2H-5a2 2 0 0 1-2-2V-5a2 2 0 0 1 2-2zM0-7V7M-7 0H7';
const DOOR = 'M47 92V72a9 9 0 0 1 18 0v20z';

interface HouseProps {
  /** Windows lit, one for each visitor; the door is open if any is. */
  lit: number;
  className?: string | undefined;
}

/** Decorative: the words beside it carry the meaning. */
export function House({ lit, className = '' }: HouseProps) {
  return (
    <svg
      className={`${styles.house} ${className}`}
      viewBox="0 0 112 96"
      aria-hidden="true"
      data-lit={lit > 0 || undefined}
    >
      <path className={styles.wall} d="M18 38 56 10l38 28v54H18z" />
      <path className={styles.roof} d="M10 40 56 6l46 34" />
      {WINDOWS.map((at, index) => (
        <path
          key={at}
          className={styles.window}
          transform={`translate(${at})`}
          d={PANES}
          data-lit={index < lit || undefined}
        />
      ))}
      <path className={styles.light} d={DOOR} />
      <g className={styles.leaf}>
        <path d={DOOR} />
        <circle cx="51.5" cy="80" r="1.6" />
      </g>
    </svg>
  );
}
