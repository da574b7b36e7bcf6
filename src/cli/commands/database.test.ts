import { describe, expect, it } from 'vitest';
import { runIn } from '../../../test/support/command-line.ts';

describe('sello distribute', () => {
  it('without --apply says what would be done, and changes nothing', async () => {
    const world = { distribution: { kind: 'planned', deeds: ['Do this.'] } } as const;
    const { json, text, done } = await runIn(world, 'distribute');
    expect(json).toEqual({ planned: ['Do this.'] });
    expect(text).toEqual(['Do this.', expect.stringContaining('Nothing was done')]);
    expect(done).toEqual(['close database']);
  });

  it('says that a database is spread already', async () => {
    expect((await runIn({}, 'distribute')).text).toEqual(['The database is spread over its servers.']);
  });

  it('with --apply does it, behind the migrations', async () => {
    const world = {
      distribution: { kind: 'done', deeds: ['Do this.'] },
      facts: { pendingMigrations: ['0099_next'] },
    } as const;
    const { json, done } = await runIn(world, 'distribute --apply');
    expect(json).toEqual({ done: ['Do this.'] });
    expect(done.filter((one) => one === 'migrate' || one === 'distribute')).toEqual([
      'migrate',
      'distribute',
    ]);
  });

  it('asks for the migrations before it plans', async () => {
    const planning = runIn({ facts: { pendingMigrations: ['0099_next'] } }, 'distribute');
    await expect(planning).rejects.toThrow(/0099_next.*sello migrate/);
  });

  it.each(['distribute', 'distribute --apply'])('tells why it cannot be done: %s', async (line) => {
    const world = { distribution: { kind: 'refused', why: 'There is no Citus.' } } as const;
    await expect(runIn(world, line)).rejects.toThrow('There is no Citus.');
  });
});
