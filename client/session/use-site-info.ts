import { createContext, useContext } from 'react';
import { DEFAULT_SITE_INFO, type SiteInfo } from '#domain/pages/site-info.ts';

export const SiteInfoContext = createContext<SiteInfo>(DEFAULT_SITE_INFO);

export function useSiteInfo(): SiteInfo {
  return useContext(SiteInfoContext);
}

export function useRegistration() {
  return useSiteInfo().registration ?? 'open';
}
