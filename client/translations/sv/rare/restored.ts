/** After a backup was restored on the server. */
export const restored = {
  text: 'Servern återställdes från en säkerhetskopia. Öppna Framme på familjens alla telefoner: det de vet kommer tillbaka av sig självt.',
  textFrom:
    'Servern återställdes från en säkerhetskopia från {{time}}. Öppna Framme på familjens alla telefoner: det de vet kommer tillbaka av sig självt.',
  close: 'Okej',
} as const;
