/** The first descriptor that systemd hands over (sd_listen_fds(3)). */
const FIRST = 3;

/**
 * Returns the descriptor of a listening socket that outlives this process, as a systemd socket unit holds it; undefined if there
 * is none. Connections that come during a restart wait in it.
 */
export function inheritedSocket(
  { LISTEN_PID, LISTEN_FDS }: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  return LISTEN_PID === String(pid) && Number(LISTEN_FDS) >= 1 ? FIRST : undefined;
}
