import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { withInstallation } from '../installation.ts';

export const keyRevoke: Command = {
  name: 'key revoke',
  places: ['ID'],
  options: {},
  summary: 'Revoke an API key; running nodes refuse it at once.',
  async run({ places: [id = ''] }, { program }) {
    const revoked = await withInstallation(program(), ({ office }) => office.keys.revoke(id));
    if (!revoked)
      throw new CommandFailure('unknown_key', `There is no live key "${id}": sello key list shows the ids.`);
    return { json: { id, revoked }, text: [`The key ${id} is revoked.`] };
  },
};
