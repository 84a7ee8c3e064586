import { createContext, useContext } from 'react';
import { HOST_ELEMENT, type Host, PLAIN_HOST } from '#domain/pages/host.ts';

export const HostContext = createContext<Host>(PLAIN_HOST);

/** Who runs this server, and what it offers beyond the usual. */
export function useHost(): Host {
  return useContext(HostContext);
}

/** Reads what the server wrote into this document. */
export function readHost(): Host {
  const written = document.getElementById(HOST_ELEMENT)?.textContent;
  return written ? (JSON.parse(written) as Host) : PLAIN_HOST;
}
