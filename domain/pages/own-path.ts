/**
 * True for a path of this app, with its query; prevents open redirects. Browsers treat "//host" and "/\host" as another
 * origin, also with a tab or line break in between, which they drop.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 1024 && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);
}
