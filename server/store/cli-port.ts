import type { SignInStore } from './sign-in-port.ts';

/** What a command may ask of the database beside a running server. */
export interface BesideStore extends Pick<SignInStore, 'accountByEmail' | 'putTicket'> {
  close(): Promise<void>;
}
