import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BesideStore } from '../cli-port.ts';
import { CannotOpenStore } from '../port.ts';
import { accountReader } from './auth/accounts.ts';
import { ticketWriter } from './auth/tickets.ts';
import { openWriter } from './connection/connection.ts';
import { asStoreError } from './connection/errors.ts';
import { requirePresentSchema } from './schema/migrations.ts';

/**
 * Opens the database of a folder beside the server that may be running on it: SQLite lets one short write wait for
 * another. Throws CannotOpenStore where there is none, or one of another version.
 */
export function openSqliteBeside(folder: string): BesideStore {
  const file = join(folder, 'framme.db');
  if (!existsSync(file)) {
    throw new CannotOpenStore(
      `There is no database in ${resolve(folder)}. Run this where Framme runs, with the same DATA_DIR.`,
    );
  }
  const db = openWriter(file);
  try {
    requirePresentSchema(db);
    const { accountByEmail } = accountReader(db);
    const { putTicket } = ticketWriter(db);
    return {
      accountByEmail: async (emailKey) => accountByEmail(emailKey),
      async putTicket(ticket) {
        try {
          putTicket(ticket);
        } catch (error) {
          throw asStoreError(error);
        }
      },
      close: async () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
