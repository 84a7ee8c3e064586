import { createContext, useContext } from 'react';
import { HOST_ELEMENT, type Host, PLAIN_HOST } from '#domain/pages/host.ts';

export const HostContext = createContext<Host>(PLAIN_HOST);

/** The name, contact and optional features of the server's host. */
export function useHost(): Host {
  return useContext(HostContext);
}

/** Reads the host from the document's JSON element. */
export function readHost(): Host {
  const json = document.getElementById(HOST_ELEMENT)?.textContent;
  return json ? (JSON.parse(json) as Host) : PLAIN_HOST;
}
