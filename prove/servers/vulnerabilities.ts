import { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';

/** The paths of the vulnerabilities that each scanner has to find, or its silence means nothing. */
export const VULNERABLE = {
  query: '/api/planted/friends?name=Ella',
  page: '/planted/greeting?name=Ella',
  file: '/backup.sql',
};

/** Adds a vulnerability for each scanner: SQL injection, XSS, an exposed file. */
export function addVulnerabilities(app: FastifyInstance): void {
  const db = new DatabaseSync(':memory:');
  db.exec(
    "CREATE TABLE friends (name TEXT, phone TEXT); INSERT INTO friends VALUES ('Ella', '070-123 45 67')",
  );
  app.get<{ Querystring: { name?: string } }>('/api/planted/friends', async ({ query }) =>
    db.prepare(`SELECT name, phone FROM friends WHERE name = '${query.name ?? ''}'`).all(),
  );
  app.get<{ Querystring: { name?: string } }>('/planted/greeting', async ({ query }, reply) => {
    reply.removeHeader('content-security-policy').removeHeader('x-content-type-options');
    return reply.type('text/html').send(`<!doctype html><title>Hej</title><p>Hej ${query.name ?? ''}</p>`);
  });
  app.get(VULNERABLE.file, async (_request, reply) => reply.type('text/plain').send('INSERT INTO accounts'));
}
