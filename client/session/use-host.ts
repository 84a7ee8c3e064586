import { createContext, useContext } from 'react';
import { DEFAULT_HOST, HOST_ELEMENT, type Host, type RegistrationSetting } from '#domain/pages/host.ts';

export const HostContext = createContext<Host>(DEFAULT_HOST);

/** The name, contact and optional features of the server's host. */
export function useHost(): Host {
  return useContext(HostContext);
}

/** Reads the host from the document's JSON element. */
export function readHost(): Host {
  const json = document.getElementById(HOST_ELEMENT)?.textContent;
  return json ? (JSON.parse(json) as Host) : DEFAULT_HOST;
}

/** Returns who may open an account at this host. */
export function useRegistration(): RegistrationSetting {
  return useHost().registration ?? 'open';
}
