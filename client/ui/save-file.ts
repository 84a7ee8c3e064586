/** The delay, in ms, before the object URL is revoked: a phone may take long to write the file. */
const REVOKE_AFTER = 60_000;

/** Downloads a text as a file. Nothing leaves the device. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}
