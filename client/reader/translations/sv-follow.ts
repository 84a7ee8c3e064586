/** The texts that a parent with an account of their own gets. */
export const sv = {
  follow: 'Följ {{name}} i din Framme',
  about: 'De ser namnen på föräldrarna i din familj, och säger ja eller nej.',
  asked: 'Frågan är ställd. De har inte svarat.',
  failed: {
    offline: 'Frågan kom inte fram. Försök igen.',
    dead: 'Länken gäller inte längre. Be om en ny.',
    full: 'Det går inte: {{name}} följs av så många, eller ni följer så många, som det får vara.',
    busy: 'Det var många frågor på kort tid. Försök igen senare.',
    ended: 'Du är inte inloggad längre. Länken gäller fortfarande: logga in och öppna den igen.',
  },
  logIn: 'Logga in',
};

export type FollowTexts = typeof sv;
