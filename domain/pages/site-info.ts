export interface NamedLink {
  name: string;
  href: string;
}

/** Open to all, to those whom the operator invited, or to nobody. */
export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
type RegistrationSetting = (typeof REGISTRATIONS)[number];

/** The operator's public settings. Every page contains them as JSON, so nothing in them is secret. */
export interface SiteInfo {
  name?: string;
  /** For support. */
  version?: string;
  /** An e-mail address or an https URL. */
  contact?: string;
  /** Absent on a private machine. */
  origin?: string;
  /** At most three; if empty, the footer shows links that share the page. */
  socialLinks: readonly NamedLink[];
  /** In button order. */
  providers: readonly { id: string; name: string }[];
  sendsMail: boolean;
  registration?: Exclude<RegistrationSetting, 'open'>;
  serviceWorker?: 'off';
  push?: 'off';
}

export const DEFAULT_SITE_INFO: SiteInfo = { socialLinks: [], providers: [], sendsMail: false };

/** The id of the element that holds SiteInfo as JSON. */
export const SITE_INFO_ELEMENT = 'host';
