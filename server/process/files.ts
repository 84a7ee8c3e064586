import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { getSystemErrorMessage } from 'node:util';

/** Node's recursive mkdir never returns where no folder can be made, as in /proc. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // `mkdirSync` reports the reason.
    return false;
  }
}

/** Includes a missing file in a closed folder. */
export function isWithheld(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
  }
}

/** Like 1.2 MB; rounds up, for free space down. */
export function sizeOf(bytes: number, round = Math.ceil): string {
  return bytes < 1e6 ? `${round(bytes / 1e3)} kB` : `${(round(bytes / 1e5) / 10).toFixed(1)} MB`;
}

/** SQLite's result codes (https://sqlite.org/rescode.html) about files, not about queries. */
const OF_FILES = new Set([3, 8, 10, 11, 13, 14, 26]);

const CANNOT_OPEN = 14;
const UNOPENED = ': this user may not read it, or its folder is read-only';

/** With the path if known; undefined for other errors. */
export function fileFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errno, syscall, path, dest, errcode, errstr } = error as Partial<
    NodeJS.ErrnoException & { dest: string; errcode: number; errstr: string }
  >;
  if (errcode !== undefined && OF_FILES.has(errcode & 0xff))
    return `${errstr} (SQLite ${errcode})${(errcode & 0xff) === CANNOT_OPEN ? UNOPENED : ''}`;
  if (code === undefined || errno === undefined || syscall === undefined) return undefined;
  const place = dest ?? path;
  return `${place === undefined ? '' : `${place}: `}${getSystemErrorMessage(errno)} (${code})`;
}
