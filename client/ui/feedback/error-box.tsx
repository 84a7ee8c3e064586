import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import styles from './error-box.module.css';

/** The red box: read out at once. `action` holds what can be done about it. */
export function ErrorBox({ id, children, action }: { id?: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.box} role="alert" id={id}>
      <TriangleAlert size={22} aria-hidden="true" />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
