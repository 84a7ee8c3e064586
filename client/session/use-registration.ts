import type { RegistrationSetting } from '#domain/pages/host.ts';
import { useHost } from './use-host.ts';

/** Returns who may open an account at this host. */
export function useRegistration(): RegistrationSetting {
  return useHost().registration ?? 'open';
}
