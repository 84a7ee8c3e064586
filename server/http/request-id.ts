import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Config } from '../config/config.ts';

/** The form that proxies send: no visitor's text gets into the log. */
const WELL_FORMED = /^[\dA-Fa-f-]{16,64}$/;
const ID_BYTES = 9;

/** Trusts a proxy's `x-request-id`; otherwise random, since a counter would reveal traffic. */
export function requestIds({ trustProxy }: Config): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trustProxy);
  const fresh = randomIds();
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isTaken = typeof given === 'string' && WELL_FORMED.test(given) && isTrusted(socket.remoteAddress);
    return isTaken ? given : fresh();
  };
}

/** In batches: one system call per request costs ten times as much. */
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
