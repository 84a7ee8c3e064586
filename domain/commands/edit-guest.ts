import { accept, defineCommand, refuse } from '../command.ts';
import { guestPath } from '../paths.ts';
import { addGuest } from './add-guest.ts';

/** Changes a guest's name and parent user id. */
export const editGuest = defineCommand({
  args: addGuest.args,
  reads: ({ child, guest }) => ({ paths: [guestPath(child, guest)] }),
  decide(reading, { child, guest, name, parentUserId }) {
    const path = guestPath(child, guest);
    const stored = reading.get(path);
    if (!stored) return refuse('not-found');
    return accept([{ put: path, document: { ...stored, name, parentUserId } }]);
  },
});
