/** A link that the host configured, with its name. */
export interface NamedLink {
  name: string;
  href: string;
}

/** Admission of new accounts: everybody, whoever has a link of the host, or nobody. */
export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
export type RegistrationSetting = (typeof REGISTRATIONS)[number];

/** The public settings of whoever runs this server. Every document contains them as JSON, so nothing in them is secret. */
export interface Host {
  /** The name of the hosting person or organisation, if configured. */
  name?: string;
  /** The version of this Framme, for whoever asks for help. */
  version?: string;
  /** An e-mail address or an https URL. */
  contact?: string;
  /** The public origin, for example https://framme.example.org; absent on a private machine. */
  origin?: string;
  /** At most three; if empty, the footer shows links that share the page. */
  socialLinks: readonly NamedLink[];
  /** The sign-in providers that are configured, in the order of their buttons: `google`, `facebook`, `linkedin`, or another. */
  providers: readonly { id: string; name: string }[];
  /** True if this server sends e-mail, for example to recover a password. */
  sendsMail: boolean;
  /** Absent if everybody may register. */
  registration?: Exclude<RegistrationSetting, 'open'>;
  /** Absent if the app may keep a service worker on the device. */
  serviceWorker?: 'off';
  /** Absent if devices can be notified. */
  push?: 'off';
}

/** The settings of an unconfigured server. */
export const DEFAULT_HOST: Host = { socialLinks: [], providers: [], sendsMail: false };

/** The id of the element that holds the host as JSON. */
export const HOST_ELEMENT = 'host';
