import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { unlock, withInstallation } from '../installation.ts';
import type { Office } from '../program.ts';

export const pepperRetire: Command = {
  name: 'pepper retire',
  places: ['VERSION'],
  options: {},
  summary: 'Remove a pepper with which no live API key is hashed any more.',
  async run({ places: [text = ''] }, { program }) {
    const version = Number(text);
    await withInstallation(program(), async (installation) => {
      await refuseInUse(installation.office, version);
      const outcome = await (await unlock(program(), installation)).peppers.retire(version);
      if (outcome === 'unknown') throw new CommandFailure('unknown_pepper', `There is no pepper ${text}.`);
      if (outcome === 'newest')
        throw new CommandFailure(
          'newest_pepper',
          `New keys are hashed with pepper ${text}: sello pepper rotate makes the next one.`,
        );
    });
    return { json: { version }, text: [`Pepper ${version} is gone.`] };
  },
};

async function refuseInUse({ keys }: Office, version: number): Promise<void> {
  const inUse = (await keys.list()).filter(({ live, pepper }) => live && pepper === version);
  if (inUse.length === 0) return;
  const ids = inUse.slice(0, 20).map(({ keyId }) => keyId);
  throw new CommandFailure(
    'pepper_in_use',
    `Live keys are hashed with pepper ${version} (${inUse.length}: ${ids.join(', ')}): rotate and revoke them first.`,
  );
}
