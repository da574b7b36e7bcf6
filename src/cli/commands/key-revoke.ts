import type { Command } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { unknownKey } from '../unknown-key.ts';

export const keyRevoke: Command = {
  name: 'key revoke',
  places: ['ID'],
  options: {},
  summary: 'Revoke an API key; running nodes refuse it at once.',
  async run({ places: [id = ''] }, { program }) {
    const revoked = await withInstallation(program(), ({ office }) => office.keys.revoke(id));
    if (!revoked) throw unknownKey(id);
    return { json: { id, revoked }, text: [`The key ${id} is revoked.`] };
  },
};
