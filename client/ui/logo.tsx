/** A door, open to the light, drawn like client/public/icon.svg. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="16" fill="#0b5c4b" />
      <path d="M17 52V28a15 15 0 0 1 30 0v24z" fill="#ffd469" />
      <path d="M17 52V28c0-7 4-12 11-14v45z" fill="#fffaf0" />
      <circle cx="24" cy="38" r="2.2" fill="#0b5c4b" />
    </svg>
  );
}
