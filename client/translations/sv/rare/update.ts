/** A new version, and an answer that is not the server's. */
export const update = {
  title: 'Det finns en ny version av Framme',
  text: 'Den är redan hämtad, och inget går förlorat.',
  now: 'Uppdatera nu',
  interceptedTitle: 'Något annat än Framme svarar',
  interceptedText:
    'Kanske behöver du logga in på nätverket eller hos den som driver sidan. Det du har gjort ligger kvar här och skickas sedan.',
  goOn: 'Gå vidare',
  tooOldTitle: 'Sidan behöver laddas om',
  tooOldText:
    'Det finns en ny version av Framme. Ladda om sidan. Inget har gått förlorat: det du har gjort ligger kvar här och skickas sedan.',
  tooNewTitle: 'Servern är äldre än sidan',
  tooNewText:
    'Servern behöver uppdateras innan den förstår den här sidan. Inget har gått förlorat: det du har gjort ligger kvar här och skickas då.',
} as const;
