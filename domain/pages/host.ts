/** A place on the web that a host names: what it is called, and its address. */
export interface NamedLink {
  name: string;
  href: string;
}

/** What the pages say of whoever runs this server. It stands in every document as JSON: nothing in it is secret. */
export interface Host {
  /** Who hosts, a person or an organisation; absent where it was not said. */
  name?: string;
  /** How to reach them: an e-mail address or an https address. */
  contact?: string;
  /** The public origin, like https://framme.example.org; absent on a machine of one's own. */
  origin?: string;
  /** At most three; without any, the pages offer to share themselves. */
  socialLinks: readonly NamedLink[];
  /** The sign-in providers that are configured, in the order of their buttons: `google`, `facebook`, `linkedin`, or another. */
  providers: readonly { id: string; name: string }[];
  /** Whether this server sends e-mail, for example to mend a forgotten password. */
  sendsMail: boolean;
}

/** A server that nobody configured. */
export const PLAIN_HOST: Host = { socialLinks: [], providers: [], sendsMail: false };

/** The id of the element that holds the host as JSON. */
export const HOST_ELEMENT = 'host';
