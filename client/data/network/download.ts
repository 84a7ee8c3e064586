import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/port.ts';
import { EXPORT_PATHS, type ExportName } from '#domain/protocol/export-paths.ts';
import { failureOf } from './calls.ts';

/** How long the next piece may take, in ms, before the download counts as broken off. */
const PATIENCE = 20_000;

/** Fetches one of the files with a family's own data, and tells how many bytes have come. Rejects with CallFailed. */
export async function download(
  environment: Environment,
  name: ExportName,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const breaking = new AbortController();
  let stop = () => {};
  const wait = () => {
    stop();
    stop = environment.after(PATIENCE, () => breaking.abort());
  };
  wait();
  try {
    const asked = {
      method: 'GET',
      signal: breaking.signal,
      credentials: 'same-origin',
      cache: 'no-store',
    } as const;
    const response = await environment.fetch(EXPORT_PATHS[name], asked);
    if (!response.ok) throw failureOf(await response.json());
    return await collected(response, (bytes) => {
      wait();
      onProgress(bytes);
    });
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    // No network, no answer in time, or a file that broke off: none of it is kept.
    throw new CallFailed('offline');
  } finally {
    stop();
  }
}

async function collected(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
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
