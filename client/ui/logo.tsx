export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="16" fill="#0b5c4b" />
      <path d="M18 52V28a14 14 0 0 1 28 0v24z" fill="#fbe3bd" />
      <path
        d="m24.5 36 5.5 5.5L40 31"
        fill="none"
        stroke="#0b5c4b"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
