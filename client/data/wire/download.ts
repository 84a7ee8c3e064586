import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/errors.ts';
import { EXPORT_PATHS, type ExportName } from '#domain/protocol/calls.ts';
import { request } from './http-client.ts';

/** Reports the number of bytes received. Rejects with CallFailed. */
export function download(
  environment: Environment,
  name: ExportName,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  return request(environment, EXPORT_PATHS[name], { method: 'GET' }, (response, restartTimeout) => {
    if (!isFile(response)) throw new CallFailed('offline', { reason: 'intercepted' });
    return readBody(response, (bytes) => {
      restartTimeout();
      onProgress(bytes);
    });
  });
}

/** A captive portal's page must not be saved as the family's data. */
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
