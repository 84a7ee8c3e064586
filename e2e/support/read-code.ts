import { expect, type Locator } from '@playwright/test';
import decodeQR from 'qr/decode.js';

/** Light and dark, of 255: below and above, a reader is sure. */
const DARK = 80;
const LIGHT = 175;

/** Reads a QR code from its pixels on the screen, as a camera does, and checks that its quiet zone is light. */
export async function readCode(code: Locator): Promise<string> {
  const png = (await code.screenshot({ animations: 'disabled' })).toString('base64');
  const blank = await code.page().context().newPage();
  const image = await blank.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
    // As text: Playwright wraps each number of an array.
    const { buffer } = context?.getImageData(0, 0, width, height).data ?? new Uint8Array();
    return { width, height, pixels: new Uint8Array(buffer).toBase64() };
  }, png);
  await blank.close();
  const data = Uint8Array.fromBase64(image.pixels);
  const modules = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  const lightAt = (x: number, y: number) => {
    const at = (place: number, size: number) => Math.floor(((place + 0.5) / modules) * size);
    return data[4 * (at(y, image.height) * image.width + at(x, image.width))] ?? 0;
  };
  // The corners are rounded; the first module inside belongs to a finder pattern.
  for (let along = 4; along < modules - 4; along += 1)
    for (const edge of [1, 3, modules - 4, modules - 2])
      expect(Math.min(lightAt(along, edge), lightAt(edge, along))).toBeGreaterThan(LIGHT);
  expect(lightAt(4, 4)).toBeLessThan(DARK);
  // A retry is not left out because the machine is busy.
  return decodeQR({ ...image, data }, { timeLimit: 5000 });
}
