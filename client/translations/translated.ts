/** The same keys with texts of another language: a key too few or too many fails to compile. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
