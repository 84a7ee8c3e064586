/** A new version, and an answer that is not the server's. */
export const update = {
  title: 'There is a new version of Framme',
  text: 'It has been downloaded already, and nothing is lost.',
  now: 'Update now',
  interceptedTitle: 'Something other than Framme answers',
  interceptedText:
    'Perhaps you need to sign in to the network, or with whoever runs this site. What you did is kept here and will be sent then.',
  goOn: 'Continue',
  tooOldTitle: 'This page needs to be reloaded',
  tooOldText:
    'There is a new version of Framme. Reload the page. Nothing is lost: what you did is kept here and will be sent then.',
  tooNewTitle: 'The server is older than this page',
  tooNewText:
    'The server needs to be updated before it understands this page. Nothing is lost: what you did is kept here and will be sent then.',
} as const;
