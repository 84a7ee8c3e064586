import { encode } from 'uqr';
import styles from './parents.module.css';

/** Quiet zone, in modules: readers need four. */
const QUIET = 4;

/** Dark on white in every theme: many readers fail on inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  const all = size + 2 * QUIET;
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${all} ${all}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${all}v${all}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
