import type { SmtpServer } from '../config/mail-settings.ts';
import { optionsFor } from './smtp.ts';

const TIMEOUTS = { connect: 5000, reply: 5000 };

/** Connects to the mail server and logs in, without sending anything. Rejects with its reply or a timeout. */
export async function tryMailServer(smtp: SmtpServer): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(optionsFor(smtp, TIMEOUTS));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
