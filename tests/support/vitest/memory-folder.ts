import { keepInMemory } from '#tests/support/memory-folder.ts';

/** Before any worker or database starts. */
export const setup = keepInMemory;
