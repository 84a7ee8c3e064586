import styles from './home-picture.module.css';

/** Our own picture: a house in evening light, its door open, somebody arrived. */
export function HomePicture({ label }: { label: string }) {
  return (
    <svg className={styles.picture} viewBox="0 0 480 360" role="img" aria-label={label}>
      <rect className={styles.sky} width="480" height="360" rx="28" />
      <circle className={styles.sun} cx="372" cy="104" r="46" />
      <path
        className={styles.hill}
        d="M0 262c70-44 150-52 236-24s172 16 244-22v116a28 28 0 0 1-28 28H28a28 28 0 0 1-28-28z"
      />
      <Trees />
      <House />
      <path className={styles.path} d="M208 292h44c10 24 34 46 72 68H160c30-22 46-44 48-68z" />
      <Children />
      <Arrived />
    </svg>
  );
}

function Trees() {
  return (
    <g>
      <rect className={styles.trunk} x="70" y="236" width="10" height="42" rx="5" />
      <ellipse className={styles.tree} cx="75" cy="206" rx="34" ry="44" />
      <rect className={styles.trunk} x="404" y="238" width="8" height="34" rx="4" />
      <ellipse className={styles.tree} cx="408" cy="214" rx="26" ry="34" />
    </g>
  );
}

function House() {
  return (
    <g>
      <path className={styles.wall} d="M138 168h184v124H138z" />
      <path
        className={styles.roof}
        d="M118 178 230 84a8 8 0 0 1 10 0l112 94-12 14-105-86a8 8 0 0 0-10 0l-95 86z"
      />
      <path className={styles.wall} d="m138 182 92-76 92 76z" />
      <path
        className={styles.roof}
        d="m120 172 104-86a9 9 0 0 1 12 0l104 86a9 9 0 0 1-12 14l-98-80-98 80a9 9 0 0 1-12-14z"
      />
      <rect className={styles.light} x="160" y="200" width="34" height="38" rx="6" />
      <path className={styles.bars} d="M177 200v38M160 219h34" />
      <rect className={styles.light} x="276" y="200" width="30" height="38" rx="6" />
      <path className={styles.bars} d="M291 200v38M276 219h30" />
      <path className={styles.light} d="M208 292v-62a22 22 0 0 1 44 0v62z" />
      <path className={styles.door} d="M252 292v-62c0-8-4-15-10-19l26 8v86z" />
      <circle className={styles.knob} cx="262" cy="262" r="2.5" />
    </g>
  );
}

function Children() {
  return (
    <g>
      <path className={styles.childOne} d="M176 330v-20a15 15 0 0 1 30 0v20z" />
      <circle className={styles.skin} cx="191" cy="283" r="12" />
      <path className={styles.hairOne} d="M179 282a12 12 0 0 1 24 0c-7-5-16-5-24 0z" />
      <path className={styles.childTwo} d="M288 322v-16a13 13 0 0 1 26 0v16z" />
      <circle className={styles.skinTwo} cx="301" cy="283" r="10.5" />
      <path className={styles.hairTwo} d="M290 284c-2-18 24-20 22 0-5-8-15-9-22 0z" />
    </g>
  );
}

/** The mark of the brand: somebody has arrived. */
function Arrived() {
  return (
    <g>
      <circle className={styles.badge} cx="230" cy="152" r="22" />
      <path className={styles.check} d="m219 152 8 8 14-15" />
    </g>
  );
}
