import Check from 'lucide-react/icons/check';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './board-picture.module.css';

/** A picture of the board of who is here, with example names. One text describes it; nothing in it can be pressed. */
export function BoardPicture() {
  const { t, texts } = useTranslation();
  const { heading, people, last } = texts.home.board;
  return (
    <div role="img" aria-label={t(($) => $.home.board.label)} className={styles.picture}>
      <div aria-hidden="true" className={styles.board}>
        <p className={styles.heading}>{heading}</p>
        {people.map(({ name, since }) => (
          <p key={name} className={styles.row}>
            <span className={styles.initial}>{name.charAt(0)}</span>
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.since}>{since}</span>
            </span>
            <span className={styles.out}>{t(($) => $.common.checkOut)}</span>
          </p>
        ))}
        <p className={styles.last}>
          <Check size={20} aria-hidden="true" />
          <span>{last}</span>
          <span className={styles.undo}>{t(($) => $.common.undo)}</span>
        </p>
      </div>
    </div>
  );
}
