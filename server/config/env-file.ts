import { existsSync, readFileSync } from 'node:fs';
import { isWithheld } from '../process/files.ts';

/** Decodes UTF-8 without its byte-order mark; undefined of any other encoding, like UTF-16 or Latin-1. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The text of `.env` in the working folder, '' if there is none to read; undefined if it is not UTF-8. */
export function readEnvFile(): string | undefined {
  return existsSync('.env') && !isWithheld('.env') ? decodeText(readFileSync('.env')) : '';
}
