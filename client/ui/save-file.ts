/** How long a phone may take to write a file, in ms. */
const WRITTEN_BY = 60_000;

/** Hands a text to the browser as a file to keep. Nothing leaves the device. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), WRITTEN_BY);
}
