import { newPushKey } from '#server/push/vapid.ts';
import { withAdminStore } from '#server/store/admin/open.ts';
import { type AdminCommand, parseCommandLine } from './admin-command.ts';

/** Makes the push key in a stolen copy useless (SECURITY.md). */
export const renewPushKey: AdminCommand = {
  usage: '',
  summary:
    'After a copy of the data was stolen: makes a new push key, and ends all subscriptions. Stop the server first.',
  details: [
    'A phone ends its former subscription, and begins one with the new key, when Framme is next opened on it. Until then it gets',
    'no notification of this server, and whoever has the copy can still show texts on it.',
  ],
  async run(args, config) {
    parseCommandLine(args, 'renew-push-key', { options: {} });
    await withAdminStore(config, (store) => store.renewPushKey(newPushKey(Date.now())));
    process.stdout.write('The push key is new. Phones subscribe again when Framme is next opened on them.\n');
  },
};
