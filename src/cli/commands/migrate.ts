import type { Command } from '../command.ts';
import { unlock, withInstallation } from '../installation.ts';

export const migrate: Command = {
  name: 'migrate',
  places: [],
  options: {},
  summary:
    "Bring the database to this version's schema; other commands do so too, and nodes whose login may.",
  async run(_invocation, { program }) {
    const applied = await withInstallation(program(), async (installation) => {
      const { operatorDatabaseUrl } = program().settings;
      // A node whose login only serves finds its secrets prepared.
      if (operatorDatabaseUrl !== null) await unlock(program(), installation);
      return installation.facts.pendingMigrations;
    });
    return {
      json: { applied },
      text:
        applied.length === 0
          ? ["The database has this version's schema already."]
          : [`The database is migrated: ${applied.join(', ')}.`],
    };
  },
};
