/** Keeps a registered worker. Some browsers return none. Rejects if the server does not answer. */
export function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
}
