import { types } from 'pg';

/** The longest wait for a connection, and for one to each of several hosts. */
const CONNECT_TIMEOUT_MS = 5000;
export const HOST_TIMEOUT_MS = 2000;

const INT8 = 20;

/** The driver's options for a database. 64-bit integers are read as numbers: versions and counts stay far below 2^53. */
export function driverOptions(address: string, connectionTimeoutMillis = CONNECT_TIMEOUT_MS) {
  const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format as 'text');
  return {
    connectionString: address,
    application_name: 'framme',
    keepAlive: true,
    connectionTimeoutMillis,
    types: { getTypeParser },
  };
}
