/** By which dice fall in a test: alike each time, so that it fails for everybody or for nobody. SEED lets them fall otherwise. */
export const seed = Number(process.env.SEED ?? 1);
