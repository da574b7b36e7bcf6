import { resolve } from 'node:path';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';

export const masterKeyCreate: Command = {
  name: 'master-key create',
  places: ['FILE'],
  options: {},
  summary: 'Make a master key file for SELLO_MASTER_KEY_FILE, readable by its owner alone.',
  async run({ places: [path = ''] }, { createMasterKey }) {
    const file = resolve(path);
    const creation = await createMasterKey(file);
    if (creation.kind === 'refused') throw new CommandFailure('master_key', creation.message);
    return {
      json: { file },
      text: [
        `The master key is in ${file}: set SELLO_MASTER_KEY_FILE to it.`,
        'Keep a copy apart from the database: without it, what is sealed there is lost.',
      ],
    };
  },
};
