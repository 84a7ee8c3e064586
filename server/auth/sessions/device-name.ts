/** The browsers and systems that a parent knows by name. The first that fits counts: many claim to be others as well. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS|e)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** No browser names itself at greater length. */
const LONGEST = 500;

/** A first name for a device: "Chrome · Android", or '' where nothing is known of it. Nothing of the text itself is kept. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, LONGEST);
  const known = [BROWSERS, SYSTEMS].map((names) => names.find(([sign]) => sign.test(text))?.[1]);
  return known.filter((name) => name !== undefined).join(' · ');
}
