/** True if the scripts that the document names can be loaded. */
export async function areScriptsHere(): Promise<boolean> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  const replies = await Promise.all([...links].map(({ href }) => fetch(href).catch(() => undefined)));
  return replies.every((reply) => reply?.ok);
}
