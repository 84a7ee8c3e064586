import { accept, defineCommand, refuse } from '../command.ts';
import { childPath } from '../paths.ts';
import { isFutureDay } from '../time.ts';
import { addChild } from './add-child.ts';

/** Changes a child's name and birth date. */
export const editChild = defineCommand({
  args: addChild.args,
  reads: ({ child }) => ({ paths: [childPath(child)] }),
  decide(reading, { child, name, birthDate }, { receivedAt }) {
    if (isFutureDay(birthDate, receivedAt)) return refuse('invalid-arguments', 'birthDate', 'future');
    const stored = reading.get(childPath(child));
    if (!stored) return refuse('not-found');
    return accept([{ put: childPath(child), document: { ...stored, name, birthDate } }]);
  },
});
