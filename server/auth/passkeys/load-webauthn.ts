/** Loads the WebAuthn library on first use: it takes 28 MB and half of the start-up time. */
export const loadWebAuthn = () => import('@simplewebauthn/server');
