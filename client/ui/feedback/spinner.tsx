import styles from './spinner.module.css';

/** A busy indicator beside a text. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
