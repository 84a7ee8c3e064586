/** The library that judges passkeys, loaded when the first one is used: it takes 28 MB and half of a start's time. */
export const webAuthn = () => import('@simplewebauthn/server');
