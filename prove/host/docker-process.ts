import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';

// The command docker of containers.md: hands its words and input to the engine of prove/host, prints what that says and ends as it does.

const asked = request({ socketPath: process.env.ENGINE, method: 'POST' });
const input = readFileSync(0).toString('base64');
asked.end(JSON.stringify({ words: process.argv.slice(2), cwd: process.cwd(), input }));
const [reply] = await once(asked, 'response');
const { code, output } = JSON.parse(Buffer.concat(await Array.fromAsync<Buffer>(reply)).toString());
process.exitCode = code;
process.stdout.write(Buffer.from(output, 'base64'));
