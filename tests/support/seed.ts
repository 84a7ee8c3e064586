/** The seed of random tests, fixed so that they fail for everybody or nobody; SEED changes it. */
export const seed = Number(process.env.SEED ?? 1);
