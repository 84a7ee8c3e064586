/** The id of the JSON element with a `NewDevice`. */
export const NEW_DEVICE_ELEMENT = 'new-device';

/** What a device does at once that has none of these keys in localStorage: ask the server at this path, and load these scripts. */
export interface NewDevice {
  keys: readonly string[];
  path: string;
  scripts: readonly string[];
}
