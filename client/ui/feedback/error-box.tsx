import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Content, Elements } from '#client/lib/jsx.ts';
import styles from './error-box.module.css';

export function ErrorBox({
  id,
  icon: Icon = TriangleAlert,
  children,
  action,
}: {
  id?: string | undefined;
  icon?: typeof TriangleAlert;
  children: Content;
  action?: Elements;
}) {
  return (
    <div className={`${styles.box} row gap-3`} role="alert" id={id}>
      <Icon size={22} />
      <div className={`${styles.words} wrap`}>{children}</div>
      {action}
    </div>
  );
}
