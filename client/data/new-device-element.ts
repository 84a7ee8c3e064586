/** The id of the JSON element with a `NewDevice`. */
export const NEW_DEVICE_ELEMENT = 'new-device';

/** The call and the scripts with which a device begins that has none of these keys in localStorage. */
export interface NewDevice {
  keys: readonly string[];
  path: string;
  scripts: readonly string[];
}
