import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Config } from '../config/config.ts';

/** As proxies make them: a UUID or as many hexadecimal digits. No text of a visitor gets into the log. */
const WELL_FORMED = /^[\dA-Fa-f-]{16,64}$/;
const ID_BYTES = 9;

/**
 * Returns the function that names a request in the log and in the header `x-request-id` of its reply: by the header that a
 * trusted proxy sent, else by chance. A count would tell everybody how many requests others send.
 */
export function requestIds({ trustProxy }: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trustProxy);
  const fresh = randomIds();
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isTaken = typeof given === 'string' && WELL_FORMED.test(given) && isTrusted(socket.remoteAddress);
    return isTaken ? given : fresh();
  };
}

/** Takes chance from a supply: asked of the system for each request, it would cost ten times as much. */
function randomIds(): () => string {
  const supply = Buffer.alloc(ID_BYTES * 512);
  let at = supply.length;
  return () => {
    if (at === supply.length) {
      randomFillSync(supply);
      at = 0;
    }
    at += ID_BYTES;
    return supply.toString('base64url', at - ID_BYTES, at);
  };
}

/** Returns the test of the address that a connection comes from. */
function trustOf(trustProxy: Config['trustProxy']): (address: string | undefined) => boolean {
  if (typeof trustProxy !== 'object') return () => trustProxy !== false;
  const trusted = new BlockList();
  for (const entry of trustProxy) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => address !== undefined && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
