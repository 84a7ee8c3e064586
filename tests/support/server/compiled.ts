const { NODE_COMPILE_CACHE } = process.env;

/** Environment of a child process: sources that an earlier one compiled, for two thirds of a start are compiling. */
export const COMPILED: Record<string, string> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
