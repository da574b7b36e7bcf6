import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedPlace } from '../../test/support/shared-place.ts';
import { STAND_IN_KEY, standInProgram, type World } from '../../test/support/stand-in-program.ts';
import { openForServing, openInstallation } from './installation.ts';
import { openNode } from './open-node.ts';
import type { Program } from './program.ts';

const folder = sharedPlace();
const KEY = join(folder, 'master-key');
const PRODUCTION: Omit<World, 'folder'> = {
  companies: ['01'],
  environment: { SELLO_MASTER_KEY_FILE: KEY },
  keyFiles: new Map([[KEY, { kind: 'read', key: STAND_IN_KEY }]]),
};

const programIn = (world: Omit<World, 'folder'>) => standInProgram({ folder, ...world }).program;

/** The same program where commands have a login of their own. */
function withTwoLogins(program: Program): Program {
  return {
    ...program,
    openDatabase: async () => ({
      ...(await program.openDatabase()),
      operatorUrl: 'postgres://operator@here',
    }),
  };
}

async function opened(program: Program, open = openForServing) {
  await using stack = new AsyncDisposableStack();
  return await openNode(program, stack, open);
}

describe('openNode', () => {
  it('keeps journals beside the master key', async () => {
    const { options } = await opened(programIn(PRODUCTION));
    expect(options.journals).toBe(`${KEY}.journal`);
  });

  it('remarks on a production company that is served with the login of the operator', async () => {
    const { options } = await opened(programIn(PRODUCTION));
    expect(options.remarks).toEqual([expect.stringContaining('empresa-0 is a production company')]);
    expect((await opened(programIn({ ...PRODUCTION, companies: ['00'] }))).options.remarks).toEqual([]);
  });

  it('remarks on what a fail-over may cost a production company where no commit waits for a standby', async () => {
    const facts = { commitsWait: false };
    const remarksWith = async (world: typeof PRODUCTION) =>
      (await opened(withTwoLogins(programIn({ ...world, facts })), openInstallation)).options.remarks;
    expect(await remarksWith(PRODUCTION)).toEqual([
      expect.stringContaining('documents of empresa-0 that were answered for may be in the journals'),
    ]);
    expect(await remarksWith({ ...PRODUCTION, companies: ['00'] })).toEqual([]);
  });

  it('acts as the operator where it is told to, and serves with the other login all the same', async () => {
    const { installation, options } = await opened(withTwoLogins(programIn(PRODUCTION)), openInstallation);
    expect(installation).toMatchObject({
      databaseUrl: 'postgres://operator@here',
      servingUrl: 'postgres://here',
      operates: true,
    });
    expect(options.remarks).toEqual([]);
  });

  it('refuses a short quarantine where there is a production company, whose documents count', async () => {
    const short = (minutes: string, companies: World['companies'] = ['01']) =>
      standInProgram({
        folder,
        ...PRODUCTION,
        companies,
        environment: { SELLO_MASTER_KEY_FILE: KEY, SELLO_QUARANTINE_MINUTES: minutes },
      });
    await expect(opened(short('14.9').program)).rejects.toMatchObject({ code: 'quarantine_too_short' });
    await expect(opened(short('14.9').program)).rejects.toThrow('SELLO_QUARANTINE_MINUTES is 14.9');
    for (const { program, done } of [short('15'), short('0', ['00'])]) {
      await opened(program);
      expect(done).toContain('keep quarantine');
    }
  });

  it('refuses a database that loses what was answered for, whoever opens it', async () => {
    const program = programIn({ facts: { unsafeSettings: ['fsync = off'] } });
    await expect(opened(program)).rejects.toThrow('fsync = off');
    await expect(opened(program, openInstallation)).rejects.toThrow('fsync = off');
  });
});
