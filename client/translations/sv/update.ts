/** A new version, and an answer that is not the server's. */
export const update = {
  title: 'Det finns en ny version av Framme',
  text: 'Den är redan hämtad, och inget går förlorat.',
  now: 'Uppdatera nu',
  interceptedTitle: 'Något annat än Framme svarar',
  interceptedText:
    'Kanske behöver du logga in på nätverket eller hos den som driver sidan. Det du har gjort ligger kvar här och skickas sedan.',
  goOn: 'Gå vidare',
} as const;
