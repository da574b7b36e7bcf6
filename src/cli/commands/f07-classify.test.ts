import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { standInProgram, surroundingsOf } from '../../../test/support/stand-in-program.ts';
import type { ClassChange } from '../../operations/declarations/month-ports.ts';
import { UsageFailure } from '../failure.ts';
import type { Program } from '../program.ts';
import { f07Classify } from './f07-classify.ts';

const folder = sharedPlace();

/** What the command answers, and what it asked for. */
async function run(options: Readonly<Record<string, string>>) {
  const { program } = standInProgram({ folder, companies: ['00'] });
  const asked: ClassChange[] = [];
  const noting: Program = {
    ...program,
    openOffice(url) {
      const office = program.openOffice(url);
      return {
        ...office,
        classes: {
          ...office.classes,
          change(of, change, by) {
            asked.push(change);
            return office.classes.change(of, change, by);
          },
        },
      };
    },
  };
  const places = ['empresa-0', '2026-01'];
  const { text } = await f07Classify.run(
    { command: f07Classify, places, options: new Map(Object.entries(options)), json: false },
    surroundingsOf(noting),
  );
  return { text, asked };
}

async function fileOf(text: string): Promise<string> {
  const file = join(folder, 'referencias.txt');
  await writeFile(file, text);
  return file;
}

it('says how many documents have the codes, which are of the whole month unless it says otherwise', async () => {
  const { text, asked } = await run({ 'income-type': '2', types: '01,03' });
  expect(text).toEqual(['7 documents have the codes now.']);
  expect(asked).toMatchObject([
    { filter: { types: ['01', '03'], references: null }, given: { incomeType: 2 } },
  ]);
});

it.each(['uno\r\ndos\n', '\uFEFFuno\r\n\r\ndos\r\n', 'uno\ndos', 'uno\ndos\nuno'])(
  'reads the references of a file as an editor leaves it: %j',
  async (text) => {
    const { asked, text: said } = await run({ 'income-type': '2', references: await fileOf(text) });
    expect(asked).toMatchObject([{ filter: { references: ['uno', 'dos'] } }]);
    expect(said.at(-1)).toBe('2 references were given: the others are of no such document of 2026-01.');
  },
);

it.each(['', '\uFEFF', ' \r\n\n'])('classes nothing for a file without a reference: %j', async (text) => {
  const references = await fileOf(text);
  await expect(run({ 'income-type': '2', references })).rejects.toThrow(
    `${references} is empty: it must hold references, one a line.`,
  );
});

it('says that a file cannot be read', async () => {
  const references = join(folder, 'no.txt');
  await expect(run({ 'income-type': '2', references })).rejects.toThrow('cannot be read: it does not exist');
});

it('refuses codes that the manual does not have', async () => {
  for (const options of [{ 'income-type': '11' }, { sector: '1' }, {}, { 'income-type': 'dos' }])
    await expect(run(options)).rejects.toThrow(UsageFailure);
});
