/**
 * True if the script whose import failed with this error can be fetched now, or is gone because the server was upgraded: then
 * a reload helps. Chromium until 155 and Firefox remember a
 * failure as long as the page is open (whatwg/html#6768), and name the script; Safari does neither.
 */
export async function scriptIsBack(error: unknown): Promise<boolean> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  if (address === undefined) return false;
  return fetch(address, { cache: 'reload' }).then(
    ({ ok, status }) => ok || status === 404,
    () => false,
  );
}
