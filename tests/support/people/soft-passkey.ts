import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { CallReply } from '#domain/protocol/calls.ts';
import type { PasskeyAssertion, PasskeyRegistration } from '#domain/protocol/passkeys.ts';

type CreationOptions = CallReply<'passkeyOptions'>['options'];
type RequestOptions = CallReply<'passkeySignInOptions'>['options'];

/** Changes that a dishonest browser or authenticator makes. */
export interface Tampering {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** False without user verification by finger, face or PIN. */
  verified?: boolean;
  userHandle?: string;
  /** Signs other data. */
  garbled?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
/** Backup eligible, and backed up. */
const BACKUP = 0x08 | 0x10;
const HAS_CREDENTIAL = 0x40;

/** A passkey in software: P-256, with a signature counter. `origin` is that of the page. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly origin: string;
  /** The signature counter; stays 0 unless `counts`, as for most synced passkeys. */
  counter = 0;
  counts = true;
  isSynced = false;
  #handle = '';
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(origin: string) {
    this.origin = origin;
  }

  make(options: CreationOptions, tampering: Tampering = {}): PasskeyRegistration {
    this.#handle = options.user.id;
    const data = this.#authenticatorData(options.rp.id, HAS_CREDENTIAL, tampering, this.#publicPart());
    const attestation = new Map<string, Map<string, string> | string | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(data)],
    ]);
    const clientData = this.#clientData('webauthn.create', options.challenge, tampering);
    const attestationObject = spell(isoCBOR.encode(attestation));
    return this.#credential({
      clientDataJSON: spell(clientData),
      attestationObject,
      transports: ['internal'],
    });
  }

  use(options: RequestOptions, tampering: Tampering = {}): PasskeyAssertion {
    if (this.counts) this.counter += 1;
    const userHandle = tampering.userHandle ?? this.#handle;
    const data = this.#authenticatorData(options.rpId, 0, tampering);
    const clientData = this.#clientData('webauthn.get', options.challenge, tampering);
    const signed = Buffer.concat([data, sha256(tampering.garbled ? randomBytes(8) : clientData)]);
    return this.#credential({
      clientDataJSON: spell(clientData),
      authenticatorData: spell(data),
      signature: spell(sign('sha256', signed, this.#keys.privateKey)),
      ...(userHandle ? { userHandle } : {}),
    });
  }

  #credential<R>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response } as const;
  }

  #clientData(type: string, challenge: string, tampering: Tampering): Buffer {
    const told = { type, challenge, origin: this.origin, crossOrigin: false };
    const { type: other = type, challenge: another = challenge, origin = this.origin } = tampering;
    return Buffer.from(JSON.stringify({ ...told, type: other, challenge: another, origin }));
  }

  #authenticatorData(rpId: string, flags: number, tampering: Tampering, more?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const synced = this.isSynced ? BACKUP : 0;
    const user = synced | PRESENT | ((tampering.verified ?? true) ? VERIFIED : 0);
    return Buffer.concat([
      sha256(tampering.rpId ?? rpId),
      Buffer.from([flags | user]),
      counter,
      more ?? Buffer.alloc(0),
    ]);
  }

  /** The attested credential data: no AAGUID, the id, and the public key in COSE. */
  #publicPart(): Buffer {
    const id = Buffer.from(this.id, 'base64url');
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)]);
  }
}

function spell(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
