// Runs command lines on programs that stand in for one on a database.
import type { Answer } from '../../src/cli/command.ts';
import type { Office, Program, Unlocked } from '../../src/cli/program.ts';
import { answerTo } from '../../src/cli/run.ts';
import { STAND_IN_DEED, STAND_IN_KEY, type StandIn, standInProgram, type World } from './stand-in-program.ts';

interface Ran extends Answer {
  /** What it said on its way. */
  readonly said: readonly string[];
}

/** Runs a command line, whose words hold no blanks, on a stand-in program. Rejects with what the command throws. */
export async function runOn(program: Program, line: string): Promise<Ran> {
  const said: string[] = [];
  const answer = await answerTo(line.split(' '), {
    version: program.version,
    reading: { kind: 'settings', settings: program.settings },
    person: STAND_IN_DEED,
    programOf: () => program,
    createMasterKey: program.createMasterKey,
    out: (text) => said.push(text),
    err: () => undefined,
  });
  return { ...answer, said };
}

/** The same in a world; `done` is what was done to it. */
export async function runIn(world: World, line: string): Promise<Ran & Pick<StandIn, 'done'>> {
  const { program, done } = standInProgram(world);
  return { ...(await runOn(program, line)), done };
}

/** A program for a test and a production company, whose master key is in a file. */
export function inProduction(): Program {
  const environment = { DATABASE_URL: 'postgres://here', SELLO_MASTER_KEY_FILE: '/keys/master' };
  const keyFiles = new Map([['/keys/master', { kind: 'read', key: STAND_IN_KEY } as const]]);
  return standInProgram({ environment, keyFiles, companies: ['00', '01'] }).program;
}

/** The program with other registries, or with other things that its master key opens. */
export function withOffice(
  program: Program,
  change: (office: Office) => Partial<Office>,
  unlockedChange: Partial<Unlocked> = {},
): Program {
  return {
    ...program,
    async openOffice(place) {
      const office = await program.openOffice(place);
      const unlock: Office['unlock'] = async (keys) => ({
        ...(await office.unlock(keys)),
        ...unlockedChange,
      });
      return { ...office, unlock, ...change(office) };
    },
  };
}
