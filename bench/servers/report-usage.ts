import type { Usage } from './measured-server.ts';

/** Preloaded into a measured server: reports its resource usage to the parent process on request. */
process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  const reading: Usage = { cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage.rss() };
  process.send?.(reading);
});
// The IPC channel must not keep a stopping server alive.
process.channel?.unref();
