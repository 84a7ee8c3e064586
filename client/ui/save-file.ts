/** In ms: a phone may be slow to write the file of the object URL. */
const REVOKE_AFTER = 60_000;

/** Nothing leaves the device. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}
