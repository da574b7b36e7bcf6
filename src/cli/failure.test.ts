import { describe, expect, it } from 'vitest';
import { toFailure, UsageFailure } from './failure.ts';

function systemError(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: technical words`), {
    code,
    ...(path === undefined ? {} : { path }),
  });
}

describe('toFailure', () => {
  it('keeps what is already a failure', () => {
    const failure = new UsageFailure('So it is.');
    expect(toFailure(failure)).toBe(failure);
    expect(failure.code).toBe('usage');
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000', '42501', '57P03'])(
    'says in one sentence what %s means for the database',
    (code) => {
      const { message } = toFailure(systemError(code));
      expect(message).toMatch(/^The .*(database|DATABASE_URL).*\.$/);
      expect(message).not.toContain('technical words');
    },
  );

  it('names the file that may not be used', () => {
    expect(toFailure(systemError('EACCES', '/srv/sello/data')).message).toBe(
      'No permission to use /srv/sello/data.',
    );
    expect(toFailure(systemError('ENOSPC')).message).toMatch(/^The disk is full/);
  });

  it('passes on the sentences of the embedded PostgreSQL', () => {
    const error = Object.assign(new Error('Its own sentence.'), { name: 'EmbeddedPostgresError' });
    expect(toFailure(error)).toMatchObject({ code: 'embedded_postgres', message: 'Its own sentence.' });
  });

  it('passes on which servers cannot be written to', () => {
    const error = Object.assign(new Error('Both are standbys.'), { name: 'NoPrimary' });
    expect(toFailure(error)).toMatchObject({ code: 'environment', message: 'Both are standbys.' });
  });

  it('calls everything else unexpected', () => {
    expect(toFailure(new TypeError('x is not a function'))).toMatchObject({ code: 'unexpected' });
    expect(toFailure('thrown text').message).toContain('thrown text');
    expect(toFailure(new Error('timeout exceeded when trying to connect')).code).toBe('environment');
  });
});
