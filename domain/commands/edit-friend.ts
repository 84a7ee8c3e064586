import { accept, defineCommand, refuse } from '../command.ts';
import { friendPath } from '../paths.ts';
import { addFriend } from './add-friend.ts';

/** Changes a friend's name and parent phone. */
export const editFriend = defineCommand({
  args: addFriend.args,
  reads: ({ child, friend }) => ({ paths: [friendPath(child, friend)] }),
  decide(reading, { child, friend, name, parentPhone }, { e164 }) {
    const path = friendPath(child, friend);
    const stored = reading.get(path);
    if (!stored) return refuse('not-found');
    return accept([
      { put: path, document: { ...stored, name, parentPhone, parentPhoneE164: e164(parentPhone) } },
    ]);
  },
});
