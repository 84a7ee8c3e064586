import { accept, defineCommand, refuse } from '../command.ts';
import { friendPath } from '../paths.ts';
import { addFriend } from './add-friend.ts';

/** Changes a friend's fields. Fields that the command does not know, such as those of a newer version, stay as they are. */
export const editFriend = defineCommand({
  args: addFriend.args,
  reads: ({ child, friend }) => ({ paths: [friendPath(child, friend)] }),
  decide(reading, { child, friend, ...fields }, { e164 }) {
    const path = friendPath(child, friend);
    const stored = reading.get(path);
    if (!stored) return refuse('not-found');
    const parentPhoneE164 = e164(fields.parentPhone);
    return accept([{ put: path, document: { ...stored, ...fields, parentPhoneE164 } }]);
  },
});
