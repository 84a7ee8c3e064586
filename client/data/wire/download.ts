import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/errors.ts';
import { EXPORT_PATHS, type ExportName } from '#domain/protocol/calls.ts';
import { failureOf } from './calls.ts';

/** A download without data for longer than this, in ms, counts as aborted. */
const TIMEOUT_MS = 20_000;

/** Downloads one file of the data export and reports the number of bytes received. Rejects with CallFailed. */
export async function download(
  environment: Environment,
  name: ExportName,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const aborting = new AbortController();
  let stop = () => {};
  const restartTimeout = () => {
    stop();
    stop = environment.after(TIMEOUT_MS, () => aborting.abort());
  };
  restartTimeout();
  try {
    const init = {
      method: 'GET',
      signal: aborting.signal,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
    } as const;
    const response = await environment.fetch(EXPORT_PATHS[name], init);
    if (response.status !== 200) throw await failureOf(response);
    if (!isFile(response)) throw new CallFailed('offline', { reason: 'intercepted' });
    return await readBody(response, (bytes) => {
      restartTimeout();
      onProgress(bytes);
    });
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    // No network, a timeout or a truncated file: a partial file is useless.
    throw new CallFailed('offline');
  } finally {
    stop();
  }
}

/** The server marks each export as a file; a portal's page is none, and must not be saved as the family's data. */
function isFile({ headers }: Response): boolean {
  return headers.get('content-disposition')?.startsWith('attachment') === true;
}

async function readBody(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value as Uint8Array<ArrayBuffer>);
    bytes += read.value.length;
    onProgress(bytes);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}
