import styles from './rows.module.css';

/** "since 15:42", or "15:42" where a row has little room. */
export function Time({ words, time }: { words: string; time: string }) {
  return (
    <>
      <span className={styles.words}>{words}</span>
      <span className={styles.time}>{time}</span>
    </>
  );
}
