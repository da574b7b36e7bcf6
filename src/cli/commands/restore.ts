import { resolve } from 'node:path';
import type { Command } from '../command.ts';
import type { Program } from '../program.ts';

export const restore: Command = {
  name: 'restore',
  places: ['FOLDER'],
  options: {},
  summary:
    'Fill an empty database with the backup in FOLDER; then run "sello reconcile" before anything is issued.',
  async run({ places: [path = ''] }, { program: makeProgram }) {
    const folder = resolve(path);
    const program = makeProgram();
    const { takenAt, tables } = await restoreInto(program, folder);
    const rows = tables.reduce((total, one) => total + one.rows, 0);
    return {
      json: { folder, taken_at: takenAt, tables: tables.length, rows },
      text: [
        `${rows} rows as of ${takenAt} are in the database.`,
        'Nothing is numbered until "sello reconcile" has run, with the journals of every node.',
      ],
    };
  },
};

async function restoreInto(program: Program, folder: string) {
  await using stack = new AsyncDisposableStack();
  const database = await program.openDatabase();
  stack.defer(() => database.close());
  const { url: servingUrl, operatorUrl: databaseUrl } = database;
  const restored = await program.restore(databaseUrl, folder);
  const office = program.openOffice({ databaseUrl, servingUrl, operates: true });
  stack.defer(() => office.close());
  // Before this there was nowhere to record it.
  await office.deeds.record(program.deed);
  return restored;
}
