import { refuseNumber } from '#server/links/refuse-number.ts';
import { CommandFailed, type HostCommand } from './command.ts';

const ALLOW = '--allow';

/** Refuses links to a phone number on the whole server, or allows them again. */
export const refuseLinks: HostCommand = {
  usage: `<phone> [${ALLOW}]`,
  summary: `Refuses links to a phone number, of every family, once you made sure who asks; with ${ALLOW} allows them again.`,
  async run(words, config) {
    const allow = words.includes(ALLOW);
    // A number may stand without quotation marks.
    const typed = words.filter((word) => word !== ALLOW).join(' ');
    if (typed === '')
      throw new CommandFailed('Give the phone number: npm run framme -- refuse-links "+46 70 123 45 67"');
    const done = await refuseNumber(config, typed, { allow });
    if (done === 'no-number')
      throw new CommandFailed(
        `${JSON.stringify(typed)} may be no phone number, or another one in each country. Write it with its country code, like "+46 70 123 45 67".`,
      );
    process.stdout.write(`${SAID[`${done} ${allow ? 'allow' : 'refuse'}`]}\n`);
  },
};

const SAID = {
  'changed refuse':
    'Links to this number are refused. Within a minute no link that exists shows anything, and none can be made.',
  'unchanged refuse': 'Links to this number were refused already.',
  'changed allow':
    'Links to this number are allowed again, within a minute. Families that refused them still do.',
  'unchanged allow': 'Links to this number were not refused.',
} as const;
