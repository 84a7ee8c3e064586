// Plain JavaScript: scripts/launch.mjs reads it with Node 18.

export const WANTED_MAJOR = 26;

/** With all security fixes; CONTRIBUTING.md says when to raise it. */
export const SAFE_VERSION = '26.12.1';

/** @param {string} a @param {string} b */
export const isNewer = (a, b) => a.localeCompare(b, 'en', { numeric: true }) > 0;

/**
 * The warning about a version, in a sentence; undefined from the newest known-safe one on.
 * @param {string} version
 */
export function unsafeRuntime(version) {
  if (!isNewer(SAFE_VERSION, version)) return undefined;
  return `Node ${version} lacks security fixes of Node ${SAFE_VERSION}.`;
}
