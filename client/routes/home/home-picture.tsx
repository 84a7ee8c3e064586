import styles from './home-picture.module.css';

/** An illustration: a house in evening light with an open door, and two friends who walk in. */
export function HomePicture({ label }: { label: string }) {
  return (
    <svg className={styles.picture} viewBox="0 0 480 360" role="img" aria-label={label}>
      <clipPath id="home-picture-frame">
        <rect width="480" height="360" rx="28" />
      </clipPath>
      <g clipPath="url(#home-picture-frame)">
        <Scenery />
        <House />
        <path className={styles.path} d="M196 284h48c2 22 44 44 96 76H150c36-26 48-52 46-76z" />
        <Friend className={styles.one} x={176} y={246} />
        <Friend className={styles.two} x={262} y={262} />
      </g>
    </svg>
  );
}

function Scenery() {
  return (
    <>
      <rect className={styles.sky} width="480" height="360" />
      <circle className={styles.sun} cx="392" cy="92" r="40" />
      <path className={styles.farHill} d="M0 236c90-46 170-40 250-18s160 4 230-30v172H0z" />
      <path className={styles.hill} d="M0 278c80-22 170-26 250-14s160 10 230-6v102H0z" />
      <rect className={styles.trunk} x="55" y="236" width="10" height="44" rx="5" />
      <ellipse className={styles.tree} cx="60" cy="204" rx="32" ry="46" />
      <rect className={styles.trunk} x="418" y="232" width="8" height="36" rx="4" />
      <ellipse className={styles.tree} cx="422" cy="208" rx="25" ry="36" />
    </>
  );
}

function House() {
  return (
    <>
      <path className={styles.wall} d="M116 284V172L220 88l104 84v112z" />
      <path className={styles.roof} d="M100 180 220 80l120 100" />
      <rect className={styles.chimney} x="276" y="84" width="22" height="46" rx="3" />
      <rect className={styles.light} x="138" y="196" width="38" height="40" rx="6" />
      <path className={styles.bars} d="M157 196v40M138 216h38" />
      <rect className={styles.light} x="272" y="196" width="34" height="40" rx="6" />
      <path className={styles.bars} d="M289 196v40M272 216h34" />
      <path className={styles.light} d="M196 284v-58a24 24 0 0 1 48 0v58z" />
      <path className={styles.door} d="M244 284v-58c0-9-4-16-11-21l26 10v80z" />
      <circle className={styles.knob} cx="253" cy="254" r="2.5" />
      <circle className={styles.badge} cx="220" cy="146" r="22" />
      <path className={styles.check} d="m209 146 8 8 14-15" />
    </>
  );
}

/** A figure with a rucksack, 34 wide and 64 high. */
function Friend({ className, x, y }: { className: string | undefined; x: number; y: number }) {
  return (
    <g className={className} transform={`translate(${x} ${y})`}>
      <rect className={styles.leg} x="9" y="44" width="7" height="20" rx="3.5" />
      <rect className={styles.leg} x="19" y="44" width="7" height="20" rx="3.5" />
      <path className={styles.coat} d="M5 50V36a12.5 12.5 0 0 1 25 0v14z" />
      <rect className={styles.bag} x="9" y="28" width="17" height="19" rx="6" />
      <circle className={styles.skin} cx="17.5" cy="13" r="10.5" />
      <path className={styles.hair} d="M6.5 15C4-3 31-3 28.5 15c-2 4-4 6-5 7h-12c-1-1-3-3-5-7z" />
    </g>
  );
}
