import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
/** The message with its delimiter and padding: no push service can tell from its length what it says. */
export const PADDED_LENGTH = 1024;
/** One record holds every message. */
const RECORD_SIZE = 4096;
/** Ends the last record (RFC 8188, section 2). */
const DELIMITER = 2;

/** The keys of a browser, base64url. */
interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/** True if a browser's public key is a point of the curve. */
export function isOnCurve(p256dh: string): boolean {
  try {
    // An empty key is converted to an empty one.
    return ECDH.convertKey(p256dh, CURVE, 'base64url', 'hex', 'compressed') !== '';
  } catch {
    return false;
  }
}

/**
 * Encrypts a message for a browser as the body of a push request (RFC 8291, content coding aes128gcm of RFC 8188), padded with
 * zeros to a length in bytes, with one more for the delimiter at least. `fresh`: the server's private key and the salt, of one
 * message alone. Throws for a key that is not on the curve.
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
