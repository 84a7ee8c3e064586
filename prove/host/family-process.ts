import { calls } from '#domain/protocol/calls.ts';
import { accountIn, HouseholdOnPhone, PASSWORD } from '#tests/support/people/household.ts';
import { postJson } from '#tests/support/server/http.ts';

// A family's phone in the network of a chroot: node family-process.ts <register|look> <address> <e-mail>.
// It prints whether there is an account, and who is checked in: `Ella`, `nobody` or `no account`.

const [action = '', url = '', email = ''] = process.argv.slice(2);
const phone = action === 'register' ? await register() : await logIn();
console.log(phone === undefined ? 'no account' : await visitors(phone));

async function register() {
  const names = { firstName: 'Anna', lastName: 'Lind' };
  const answer = await postJson(url, calls.register.path, { ...names, email, password: PASSWORD });
  const registered = new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
  await registered.run('checkIn', await registered.addFriend(await registered.addChild()));
  return registered;
}

async function logIn() {
  const answer = await postJson(url, calls.logIn.path, { email, password: PASSWORD });
  if (answer.status === 401) return undefined;
  return new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
}

async function visitors(signedIn: HouseholdOnPhone): Promise<string> {
  const paths = [...(await signedIn.documents()).keys()];
  return paths.some((path) => path.includes('/visits/')) ? 'Ella' : 'nobody';
}
