import { describe, expect, it } from 'vitest';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { standInProgram, surroundingsOf, type World } from '../../../test/support/stand-in-program.ts';
import { distribute } from './distribute.ts';

const folder = sharedPlace();

async function run(world: Partial<World>, options: readonly string[] = []) {
  const { program, done } = standInProgram({ folder, ...world });
  const invocation = {
    command: distribute,
    places: [],
    options: new Map(options.map((option) => [option, ''])),
    json: false,
  };
  return { answer: distribute.run(invocation, surroundingsOf(program)), done };
}

describe('sello distribute', () => {
  it('without --apply says what would be done, and changes nothing', async () => {
    const { answer, done } = await run({ distribution: { kind: 'planned', deeds: ['Do this.'] } });
    expect(await answer).toMatchObject({ json: { planned: ['Do this.'] } });
    expect((await answer).text).toEqual(['Do this.', expect.stringContaining('Nothing was done')]);
    expect(done).toEqual(['close database']);
  });

  it('says that a database is spread already', async () => {
    expect((await (await run({})).answer).text).toEqual(['The database is spread over its servers.']);
  });

  it('with --apply does it, behind the migrations', async () => {
    const { answer, done } = await run({ distribution: { kind: 'done', deeds: ['Do this.'] } }, ['apply']);
    expect((await answer).json).toEqual({ done: ['Do this.'] });
    expect(done.indexOf('distribute')).toBeGreaterThan(done.indexOf('migrate'));
  });

  it('asks for the migrations before it plans', async () => {
    const { answer } = await run({ facts: { pendingMigrations: ['0099_next'] } });
    await expect(answer).rejects.toThrow(/0099_next.*sello migrate/);
  });

  it.each([[[]], [['apply']]])('tells why it cannot be done, with %j', async (options) => {
    const { answer } = await run({ distribution: { kind: 'refused', why: 'There is no Citus.' } }, options);
    await expect(answer).rejects.toThrow('There is no Citus.');
  });
});
