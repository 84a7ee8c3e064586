import styles from './spinner.module.css';

/** Shows that something is at work; the words beside it say what. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
