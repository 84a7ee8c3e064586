import { refuseNumber } from '#server/links/refused-numbers.ts';
import { adminCommand, CommandFailed } from './admin-command.ts';

export const refuseLinks = adminCommand({
  usage: '<phone> [--allow]',
  options: { allow: { type: 'boolean' } },
  // A number may be typed without quotation marks.
  most: 8,
  least: 1,
  summary:
    'Refuses links to a phone number, of every family, once you made sure whose it is; with --allow allows them again.',
  details: [
    'The number may be typed in any way that is certain; no part of it is printed or kept, but for a keyed hash.',
    'Exit codes: 0 done, also if nothing changed; 1 if the number is not certain or the store cannot be written; 2 if a word is',
    'missing or not understood.',
  ],
  async run(config, { allow = false }, words) {
    const typed = words.join(' ');
    const done = await refuseNumber(config, typed, { allow });
    if (done === 'no-number')
      throw new CommandFailed(
        `${JSON.stringify(typed)} may be no phone number, or another one in each country. Write it with its country code, like "+46 70 123 45 67".`,
      );
    process.stdout.write(`${SAID[`${done} ${allow ? 'allow' : 'refuse'}`]}\n`);
  },
});

const SAID = {
  'changed refuse':
    'Links to this number are refused. Within a minute no link to it shows anything; families can make links and are not told.',
  'unchanged refuse': 'Links to this number were refused already.',
  'changed allow':
    'Links to this number are allowed again, within a minute. Families that refused them still do.',
  'unchanged allow': 'Links to this number were not refused.',
} as const;
