import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
/** With delimiter and padding: the length reveals nothing to the push service. */
export const PADDED_LENGTH = 1024;
/** One record holds every message. */
const RECORD_SIZE = 4096;
/** Ends the last record (RFC 8188, section 2). */
const DELIMITER = 2;

/** In base64url. */
interface BrowserKeys {
  p256dh: string;
  auth: string;
}

export function isOnCurve(p256dh: string): boolean {
  try {
    // `convertKey` accepts an empty key.
    return ECDH.convertKey(p256dh, CURVE, 'base64url', 'hex', 'compressed') !== '';
  } catch {
    return false;
  }
}

/**
 * The body of a push request (RFC 8291, aes128gcm of RFC 8188), zero-padded to `length` bytes.
 * `fresh` serves one message only. Throws for a key off the curve.
 */
export function encrypted(
  message: string,
  { p256dh, auth }: BrowserKeys,
  length = PADDED_LENGTH,
  fresh: { privateKey?: Buffer; salt?: Buffer } = {},
): Buffer {
  const [theirs, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')];
  const own = createECDH(CURVE);
  if (fresh.privateKey) own.setPrivateKey(fresh.privateKey);
  else own.generateKeys();
  const publicKey = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, publicKey]);
  const keying = derived(own.computeSecret(theirs), secret, info, 32);
  const salt = fresh.salt ?? randomBytes(16);
  const key = derived(keying, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(keying, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const text = Buffer.from(message);
  const plain = Buffer.alloc(Math.max(length, text.length + 1));
  text.copy(plain);
  plain[text.length] = DELIMITER;
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_SIZE);
  header[4] = publicKey.length;
  return Buffer.concat([salt, header, publicKey, sealed]);
}

function derived(keying: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', keying, salt, info, length));
}
