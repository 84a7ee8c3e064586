export const pages = {
  notFound: { title: 'Sidan finns inte' },
} as const;
