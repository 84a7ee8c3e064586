/** A process that burns a share of one core, in slices of 20 ms, and talks to nobody. */
const share = Number(process.argv[2]);
setInterval(() => {
  const end = performance.now() + 20 * share;
  while (performance.now() < end);
}, 20);
process.send?.('ready');
