/**
 * A path of this app, with its query. "//elsewhere" and "/\elsewhere" would leave it, and so would either with a tab or
 * line break in between, which browsers drop.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 1024 && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);
}
