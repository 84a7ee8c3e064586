import type { ProviderId } from '#domain/protocol/providers.ts';

/** What one trip to a provider takes along, to be recognised when it comes back. */
export interface Trip {
  /** Where the provider sends the browser back to. */
  redirectUri: string;
  state: string;
  nonce: string;
  /** The secret half of PKCE. */
  verifier: string;
}

/** What a provider says of a person. What is absent or of no use was not said. */
export interface Person {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  /** The provider vouches that the e-mail reaches this person. */
  isVerified: boolean;
}

/** Who came back from a provider. */
export interface Arrival {
  /** Names the person's account there, for ever and nobody else's: issuer and subject. */
  subject: string;
  /** Asks the provider for more where it has to. Throws ProviderFailed. */
  person(): Promise<Person>;
}

/** One service to sign in with. */
export interface Provider {
  id: ProviderId;
  /** Where it is: the same id may have meant another before. */
  issuer: string;
  /**
   * The address to send the browser to. In: the trip, and whether the person must show anew who they are, as far as the
   * provider can ask for that. Throws ProviderFailed.
   */
  addressFor(trip: Trip, anew: boolean): Promise<string>;
  /**
   * Who came back. In: the address that the browser came back to, with its query, and in how many seconds up to now the
   * person must have shown who they are, where they had to and the provider can tell. Throws ProviderFailed.
   */
  arrival(address: URL, trip: Trip, anewWithin?: number): Promise<Arrival>;
}

/** `cancelled` by the person; `unreachable` for now; `refused`: an answer that cannot be trusted or used. */
export type ProviderFailure = 'cancelled' | 'unreachable' | 'refused';

export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, cause?: unknown) {
    super(failure, cause === undefined ? {} : { cause });
    this.failure = failure;
  }
}

/** The configured providers by their ids. */
export type Providers = ReadonlyMap<ProviderId, Provider>;
