import { expect, it } from 'vitest';
import { runOn } from '../../../test/support/command-line.ts';
import { standInProgram } from '../../../test/support/stand-in-program.ts';
import type { ArchiveReport } from '../../operations/archive/ports.ts';

const SOUND: ArchiveReport = { damages: [], rows: 7, companies: 1, unlinked: 2, headSignedAt: null };
const DAMAGE = {
  table: 'attempts',
  company: 'tienda',
  key: 'id/1/stamped',
  reference: 'mesa 4',
  controlNumber: 'DTE-01',
  column: 'jws',
  problem: 'The company’s keys did not sign these bytes.',
};

function run(report: ArchiveReport, line = 'verify') {
  const looked = async () => report;
  const program = { ...standInProgram().program, verifyDatabase: looked, verifyExport: looked };
  return runOn(program, line);
}

it('is content where nothing is damaged, and counts what waits for its link', async () => {
  const answer = await run(SOUND, 'verify --export export');
  expect(answer).toMatchObject({ exitCode: 0, json: { ok: true, not_yet_linked: 2 } });
  expect(answer.text).toEqual([
    '7 rows of 1 companies: nothing is damaged. No end of a chain has been signed yet. 2 final rows wait for their link and were looked at by their signatures alone.',
  ]);
});

it('names a damaged row in a line, and ends with 1', async () => {
  const answer = await run({ ...SOUND, damages: [DAMAGE], unlinked: 0 });
  expect(answer).toMatchObject({
    exitCode: 1,
    json: { damages: [{ control_number: 'DTE-01', column: 'jws' }] },
  });
  expect(answer.text[0]).toBe(
    'damaged attempts tienda id/1/stamped (reference "mesa 4", number DTE-01): column jws: The company’s keys did not sign these bytes.',
  );
});

it.each([
  ['otra', 0],
  ['Otra', 1],
])('says where an export holds no company "%s"', async (named, companies) => {
  const answer = run({ ...SOUND, companies }, `verify --export export --company ${named}`);
  await expect(answer).rejects.toThrow(`The export holds no company "${named}".`);
});
