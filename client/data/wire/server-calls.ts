import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/errors.ts';
import type { CallName, CallReply, CallRequest, ExportName } from '#domain/protocol/calls.ts';

/** Sends a call with code that is loaded now: a signed-out page's first screen needs no schemas. Rejects with CallFailed. */
export async function call<N extends CallName>(
  environment: Environment,
  name: N,
  request: CallRequest<N>,
): Promise<CallReply<N>> {
  const { call } = await import('./calls.ts').catch(rejectAsOffline);
  return call(environment, name, request);
}

/** Downloads a file of the data export and reports the number of bytes received. Rejects with CallFailed. */
export async function download(
  environment: Environment,
  name: ExportName,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const { download } = await import('./download.ts').catch(rejectAsOffline);
  return download(environment, name, onProgress);
}

function rejectAsOffline(): never {
  throw new CallFailed('offline');
}
