import type { GaugeReading } from './measured-server.ts';

/** Loaded before a server that is measured: tells the parent process, when asked, what this one has used so far. */
process.on('message', (message) => {
  if (message !== 'gauge') return;
  const { user, system } = process.cpuUsage();
  const reading: GaugeReading = { cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage.rss() };
  process.send?.(reading);
});
// Listening must not keep a server alive that wants to end.
process.channel?.unref();
