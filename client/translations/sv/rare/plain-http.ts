/** A page that came without https. */
export const plainHttp = {
  title: 'Den här adressen saknar https',
  text: 'Därför går det inte att logga in eller skapa konto här, och inget sparas. Be den som driver sidan om adressen som börjar med https://.',
} as const;
