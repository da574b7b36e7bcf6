import { describe, expect, it } from 'vitest';
import { EmbeddedPostgresError, explainError, explainOutput } from './failure.ts';

const DATA_DIR = '/srv/sello/data';

describe('what the programs print', () => {
  it.each([
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', /disk .* is full/],
    ['initdb: error: could not create directory "/srv/x": Permission denied', /^No permission to use/],
    ['FATAL:  data directory "/srv/sello/data" has wrong ownership', /^No permission to use/],
    [
      'FATAL:  database files are incompatible with server\nDETAIL:  The data directory was initialized by PostgreSQL version 15, which is not compatible with this version 18.4.',
      /made by PostgreSQL 15,/,
    ],
    ['id: cannot find name for user ID 4242', /for the user ID 4242 because it has no name/],
    ['initdb: could not look up effective user ID 77: user does not exist', /for the user ID 77 because/],
    [
      '/x/postgres: error while loading shared libraries: libxml2.so.2: cannot open shared object file',
      /library libxml2\.so\.2 is missing/,
    ],
  ])('%s', (output, sentence) => {
    const error = explainOutput('postgres', output, DATA_DIR);
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toContain('\n');
  });

  it('falls back to the last serious line', () => {
    const output =
      'LOG:  starting\nFATAL:  could not map anonymous shared memory\nLOG:  database system is shut down\n';
    expect(explainOutput('postgres', output, DATA_DIR).message).toBe(
      'The embedded PostgreSQL could not start (postgres): FATAL:  could not map anonymous shared memory',
    );
    expect(explainOutput('initdb', '', DATA_DIR).message).toContain('it said nothing');
  });
});

describe('errors of the file system', () => {
  it.each([
    ['EACCES', /^No permission/],
    ['EROFS', /^No permission/],
    ['ENOSPC', /is full/],
    ['ENOTDIR', /a file stands in its way/],
    ['EIO', /could not start: gone/],
  ])('%s becomes a sentence', (code, sentence) => {
    const error = explainError(Object.assign(new Error('gone'), { code }), DATA_DIR);
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect(error.message).toMatch(sentence);
    expect(error.message).toContain(DATA_DIR);
  });

  it('keeps what is a sentence already', () => {
    const error = new EmbeddedPostgresError('So it is.');
    expect(explainError(error, DATA_DIR)).toBe(error);
  });

  it('explains what is no error at all', () => {
    expect(explainError('odd', DATA_DIR).message).toMatch(/could not start: odd$/);
  });
});
