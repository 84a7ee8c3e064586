import { expect, test } from 'vitest';
import { startApp } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';

test('every reply carries the security headers, and data is not cached', async () => {
  const { url } = await startApp();
  for (const path of ['/', '/api/who-am-i', '/api/nothing', '/nowhere']) {
    const { headers } = await get(url, path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('a page may do little, and what is data may do nothing as a page', async () => {
  const { url } = await startApp();
  for (const path of ['/', '/nowhere', '/apiary']) {
    const { headers } = await get(url, path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';font-src 'self';" +
        "manifest-src 'self';worker-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
  }
  for (const path of ['/api/who-am-i', '/api/nothing'])
    expect((await get(url, path)).headers.get('content-security-policy')).toBe(
      "default-src 'none';frame-ancestors 'none'",
    );
});

test('behind https a reply sets Strict-Transport-Security', async () => {
  const { url } = await startApp({ env: { PUBLIC_URL: 'https://framme.example.org' } });
  for (const path of ['/', '/api/who-am-i'])
    expect((await get(url, path)).headers.get('strict-transport-security')).toBe('max-age=31536000');
});
