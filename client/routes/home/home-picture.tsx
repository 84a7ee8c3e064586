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
        <path fill="var(--path)" d="M196 284h48c2 22 44 44 96 76H150c36-26 48-52 46-76z" />
        <Friend at="176 246" coat="#6a4699" bag="#f2a65a" skin="#f0c39c" hair="#6b4326" />
        <Friend at="262 262" coat="#d0653f" bag="#2f7f9a" skin="#a8714b" hair="#2a1c14" />
      </g>
    </svg>
  );
}

function Scenery() {
  return (
    <>
      <rect fill="var(--sky)" width="480" height="360" />
      <circle fill="var(--sun)" cx="392" cy="92" r="40" />
      <path fill="var(--far-hill)" d="M0 236c90-46 170-40 250-18s160 4 230-30v172H0z" />
      <path fill="var(--hill)" d="M0 278c80-22 170-26 250-14s160 10 230-6v102H0z" />
      <rect fill="var(--trunk)" x="55" y="236" width="10" height="44" rx="5" />
      <ellipse fill="var(--tree)" cx="60" cy="204" rx="32" ry="46" />
      <rect fill="var(--trunk)" x="418" y="232" width="8" height="36" rx="4" />
      <ellipse fill="var(--tree)" cx="422" cy="208" rx="25" ry="36" />
    </>
  );
}

const LIGHT = '#ffd576';
const LINE = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

function House() {
  return (
    <>
      <path fill="var(--wall)" d="M116 284V172L220 88l104 84v112z" />
      <path {...LINE} stroke="var(--roof)" strokeWidth="18" d="M100 180 220 80l120 100" />
      <rect fill="var(--roof)" x="276" y="84" width="22" height="46" rx="3" />
      <rect fill={LIGHT} x="138" y="196" width="38" height="40" rx="6" />
      <rect fill={LIGHT} x="272" y="196" width="34" height="40" rx="6" />
      <path stroke="var(--wall)" strokeWidth="3" d="M157 196v40M138 216h38M289 196v40M272 216h34" />
      <path fill={LIGHT} d="M196 284v-58a24 24 0 0 1 48 0v58z" />
      <path fill="var(--door)" d="M244 284v-58c0-9-4-16-11-21l26 10v80z" />
      <circle fill="#fbe3bd" cx="253" cy="254" r="2.5" />
      <circle fill="var(--door)" cx="220" cy="146" r="22" />
      <path {...LINE} stroke="#ffffff" strokeWidth="5" d="m209 146 8 8 14-15" />
    </>
  );
}

/** A figure with a rucksack, 34 wide and 64 high. */
function Friend({ at, coat, bag, skin, hair }: Record<'at' | 'coat' | 'bag' | 'skin' | 'hair', string>) {
  return (
    <g transform={`translate(${at})`}>
      <rect fill="var(--leg)" x="9" y="44" width="7" height="20" rx="3.5" />
      <rect fill="var(--leg)" x="19" y="44" width="7" height="20" rx="3.5" />
      <path fill={coat} d="M5 50V36a12.5 12.5 0 0 1 25 0v14z" />
      <rect fill={bag} x="9" y="28" width="17" height="19" rx="6" />
      <circle fill={skin} cx="17.5" cy="13" r="10.5" />
      <path fill={hair} d="M6.5 15C4-3 31-3 28.5 15c-2 4-4 6-5 7h-12c-1-1-3-3-5-7z" />
    </g>
  );
}
