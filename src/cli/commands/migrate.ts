import type { Command } from '../command.ts';
import { withInstallation } from '../installation.ts';

export const migrate: Command = {
  name: 'migrate',
  places: [],
  options: {},
  summary: "Bring the database to this version's schema; every other command and the service do so too.",
  async run(_invocation, { program }) {
    const applied = await withInstallation(program(), async ({ facts }) => facts.pendingMigrations);
    return {
      json: { applied },
      text:
        applied.length === 0
          ? ["The database has this version's schema already."]
          : [`The database is migrated: ${applied.join(', ')}.`],
    };
  },
};
