import * as backups from './page-backups.ts';
import * as database from './page-database.ts';
import * as families from './page-families.ts';
import { online, type Step } from './page-run.ts';
import * as start from './page-start.ts';

const ADDRESS = /https:\/\/framme\.example\.org\//;

/** A step for each block of the pages in docs/hosting, in the order in which they are run on one server. */
export const PAGES: Readonly<Record<string, readonly Step[]>> = {
  'README.md': [
    { holds: 'libatomic1 nodejs npm', on: [13], run: online },
    { holds: 'npm ci && npm start', on: [13], run: start.startCheckout },
  ],
  'install.md': [
    { holds: 'npm run release', on: [13], run: start.makeRelease },
    { holds: 'deploy/install', run: start.install },
    { holds: 'PUBLIC_URL=https://framme.example.org\n' },
    { holds: 'systemctl enable --now framme.socket' },
    { holds: '/etc/caddy/Caddyfile', run: start.openByHttps },
    { holds: 'framme doctor\n', run: start.doctor },
    { holds: 'tls internal', run: start.ownAuthority },
    { holds: 'NODE_EXTRA_CA_CERTS', run: start.trustAuthority },
    { holds: 'DATA_DIR=/tmp/framme-data', run: start.startAlone },
  ],
  'proxies.md': [{ holds: 'TRUST_PROXY=1 npm start', on: [13], run: start.startAlone }],
  'families.md': [
    { holds: 'framme invite', says: ADDRESS },
    { holds: 'framme accounts', run: families.accounts },
    { holds: 'framme recovery-link', says: ADDRESS },
    { holds: 'framme export', run: families.exportAndDelete },
    { holds: 'framme refuse-links' },
  ],
  'providers-and-mail.md': [
    { holds: 'SMTP_URL=', run: families.mail },
    { holds: 'framme mail-test', says: /took the mail to you@example\.org/ },
  ],
  'postgresql.md': [
    { holds: 'recommends postgresql', run: database.install },
    { holds: 'createuser --pwprompt', run: database.createUser },
    { holds: 'DATABASE_URL=postgres:', run: database.serve },
    { holds: 'target_session_attrs', on: [13], run: start.startAlone },
    { holds: 'pg_basebackup', run: database.startStandby },
    { holds: 'synchronous_standby_names', run: database.synchronize },
    { holds: 'framme move', run: database.move },
    { holds: 'RENAME TO framme_before_restore', run: database.restore },
  ],
  'backup.md': [
    { holds: 'framme backup --keep 14', says: /\/var\/lib\/framme\/backups\/framme-/ },
    { holds: 'systemctl start framme-backup.service', run: backups.timed },
    { holds: 'age-keygen', run: backups.makeKeys },
    { holds: 'adduser', run: backups.otherMachine },
    { holds: 'ssh-copy-id', run: backups.send },
    { holds: 'framme restore --check' },
    { holds: 'framme-*.db | tail -n 1)"\nsystemctl start', run: backups.restore },
    { holds: 'tar --create', run: backups.keepMachine },
    { holds: 'systemctl disable --now', run: backups.endThere },
    { holds: 'install --owner=framme', run: backups.moveHouse },
    { holds: 'framme restored', run: backups.tellRestored },
  ],
  'operation.md': [
    { holds: 'sort --version-sort', run: start.upgrade },
    { holds: 'framme verify' },
    { holds: 'CONSOLE_NOTICES=masked', run: families.notices },
    { holds: 'userdel', run: start.remove },
  ],
};
