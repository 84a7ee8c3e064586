import { accept, defineCommand, refuse } from '../command.ts';
import { guestPath } from '../paths.ts';
import { addGuest } from './add-guest.ts';

/** Changes a guest's fields. Fields that the command does not know, such as those of a newer version, stay as they are. */
export const editGuest = defineCommand({
  args: addGuest.args,
  reads: ({ child, guest }) => ({ paths: [guestPath(child, guest)] }),
  decide(reading, { child, guest, ...fields }) {
    const path = guestPath(child, guest);
    const stored = reading.get(path);
    if (!stored) return refuse('not-found');
    return accept([{ put: path, document: { ...stored, ...fields } }]);
  },
});
