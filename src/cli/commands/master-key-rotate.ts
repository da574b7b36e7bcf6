import { resolve } from 'node:path';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { type Installation, withInstallation } from '../installation.ts';
import { makeOrReadMasterKey, masterKeyPath, openMasterKey } from '../master-key.ts';
import type { Program } from '../program.ts';

export const masterKeyRotate: Command = {
  name: 'master-key rotate',
  places: ['NEW_FILE'],
  options: {},
  summary:
    'Seal every secret under the master key of NEW_FILE, made where there is none; every node that runs must know both.',
  async run({ places: [path = ''] }, { program: makeProgram }) {
    const file = resolve(path);
    const program = makeProgram();
    const oldFile = masterKeyPath(program.settings);
    if (file === oldFile)
      throw new CommandFailure('same_master_key', `${file} holds the master key of now: name another file.`);
    const secrets = await withInstallation(program, (installation) => rotate(program, installation, file));
    return {
      json: { file, secrets },
      text: [
        `${secrets} secrets are sealed under the master key in ${file}: set SELLO_MASTER_KEY_FILE to it before anything else is started.`,
        `${oldFile} opens only backups of the database from before: keep it as long as those.`,
      ],
    };
  },
};

async function rotate(program: Program, { office, facts }: Installation, file: string): Promise<number> {
  if (facts.pooler !== 'none')
    throw new CommandFailure(
      'behind_pooler',
      'Behind a pooler nobody sees who else uses the database: set DATABASE_URL to the PostgreSQL server itself for this command.',
    );
  const old = await openMasterKey(program, office, facts);
  const secrets = await office.rewrapSecrets(old, await makeOrReadMasterKey(program, file));
  if (secrets !== null) return secrets;
  throw new CommandFailure(
    'in_use',
    'Other processes of Sello use this database: end all of them first, because they know the old master key alone, or start the nodes with SELLO_NEXT_MASTER_KEY_FILE.',
  );
}
