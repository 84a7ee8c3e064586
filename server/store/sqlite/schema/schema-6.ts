/** Former addresses are found by the links that restore them; the rows that only reserved one are no longer needed. */
export const sixthSchema = `
DELETE FROM tickets WHERE kind = 'undo-email' AND body = '{}';

-- The former addresses to which an account may still return: nobody else gets them.
CREATE INDEX tickets_by_former_email ON tickets (body ->> '$.emailKey') WHERE kind = 'undo-email';
`;
