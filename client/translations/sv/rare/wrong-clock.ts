/** A device whose clock is wrong. */
export const wrongClock = {
  fast: 'Klockan på den här enheten går {{by}} före. Tiderna här är rätt ändå.',
  slow: 'Klockan på den här enheten går {{by}} efter. Tiderna här är rätt ändå.',
} as const;
