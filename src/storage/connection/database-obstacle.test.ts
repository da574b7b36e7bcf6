import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { noteConnectionError } from './connection-errors.ts';
import { databaseObstacle } from './database-obstacle.ts';
import { createPool } from './pool.ts';
import { UnansweredCommit } from './transaction.ts';

const withCode = (code: string) => Object.assign(new Error('words'), { code });

describe('databaseObstacle', () => {
  it.each([
    ['25006', 'read_only'],
    ['53100', 'disk_full'],
    ['53300', 'crowded'],
    ['57P01', 'away'],
    ['57P03', 'starting'],
    ['08006', 'away'],
    ['08P01', 'away'],
    ['SE010', 'forgot'],
    ['SE011', 'clocks_apart'],
    ['23505', null],
    ['42501', null],
    ['EACCES', null],
  ])('of %s is %s', (code, obstacle) => {
    expect(databaseObstacle(withCode(code))).toBe(obstacle);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAI_AGAIN'])(
    'of %s is away where a connection to the database broke with it, and nothing of the database elsewhere',
    (code) => {
      const [ours, others] = [withCode(code), withCode(code)];
      noteConnectionError(ours);
      expect([databaseObstacle(ours), databaseObstacle(others)]).toEqual(['away', null]);
      expect(databaseObstacle(new UnansweredCommit('words', { cause: ours }))).toBe('away');
    },
  );

  it('is away where the server of a pool refuses connections', async () => {
    const pool = createPool('sello_service', {
      databaseUrl: 'postgres://a:b@127.0.0.1:1/c',
      connections: 1,
      onIdleError: () => undefined,
    });
    const error = await pool.connect().catch((thrown: unknown) => thrown);
    await pool.end();
    expect([databaseObstacle(error), error]).toEqual([
      'away',
      expect.objectContaining({ code: 'ECONNREFUSED' }),
    ]);
  });

  it('is in the way of a COMMIT that nobody confirmed', () => {
    expect(databaseObstacle(new UnansweredCommit('words'))).toBe('away');
    expect(databaseObstacle(new UnansweredCommit('words', { cause: withCode('53100') }))).toBe('disk_full');
  });

  it('is known by the words of the driver', async () => {
    const client = new pg.Client({ connectionString: 'postgres://a:b@127.0.0.1:1/c' });
    client.on('error', () => undefined);
    await client.connect().catch(() => undefined);
    await client.end();
    const error = await client.query('SELECT 1').catch((thrown: unknown) => thrown);
    expect(databaseObstacle(error)).toBe('away');
    expect(databaseObstacle(new Error('Connection terminated unexpectedly'))).toBe('away');
    expect(databaseObstacle(new Error('timeout exceeded when trying to connect'))).toBe('away');
    expect(databaseObstacle(new TypeError('x is not a function'))).toBeNull();
    expect(databaseObstacle('text')).toBeNull();
  });
});
