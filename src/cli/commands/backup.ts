import { resolve } from 'node:path';
import { errorCode } from '../../core/errors/error-code.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { withInstallation } from '../installation.ts';

export const backup: Command = {
  name: 'backup',
  places: ['FOLDER'],
  options: {},
  summary:
    'Write all that the database holds into a new FOLDER, while nodes go on; the master key is not in it.',
  async run({ places: [path = ''] }, { program: makeProgram }) {
    const folder = resolve(path);
    const program = makeProgram();
    const { takenAt, tables } = await withInstallation(program, ({ databaseUrl }) =>
      program.backUp(databaseUrl, folder),
    ).catch(explain(folder));
    const rows = tables.reduce((total, one) => total + one.rows, 0);
    return {
      json: { folder, taken_at: takenAt, tables: tables.length, rows },
      text: [
        `${rows} rows of ${tables.length} tables as of ${takenAt} are in ${folder}.`,
        'The master key is not in it: what is sealed stays sealed. Keep a copy of that file in another place.',
      ],
    };
  },
};

function explain(folder: string): (error: unknown) => never {
  return (error) => {
    if (errorCode(error) !== 'EEXIST' && errorCode(error) !== 'ENOTEMPTY') throw error;
    throw new CommandFailure(
      'folder_exists',
      `${folder} exists already, or its ${folder}.part: name another folder.`,
    );
  };
}
