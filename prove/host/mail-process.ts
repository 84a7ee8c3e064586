import { readFileSync } from 'node:fs';
import { SMTPServer } from 'smtp-server';

// A mail server in the network of a chroot: node mail-process.ts <key> <certificate>. It takes the log-in of docs/hosting alone, and
// prints `ready`, then the recipient of each mail.

const [key = '', certificate = ''] = process.argv.slice(2);
const server = new SMTPServer({
  secure: true,
  key: readFileSync(key),
  cert: readFileSync(certificate),
  onAuth({ username, password }, _session, done) {
    if (username === 'user' && password === 'password') done(null, { user: username });
    else done(new Error('wrong user or password'));
  },
  onData(stream, { envelope }, done) {
    stream.resume().on('end', () => {
      for (const { address } of envelope.rcptTo) console.log(address);
      done();
    });
  },
});
server.on('error', (error) => console.error(error.message));
server.listen(465, '127.0.0.1', () => console.log('ready'));
