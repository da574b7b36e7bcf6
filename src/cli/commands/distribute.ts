import type { Distribution } from '../../operations/installation/distribution-ports.ts';
import type { Answer, Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { withInstallation } from '../installation.ts';
import type { Program } from '../program.ts';

export const distribute: Command = {
  name: 'distribute',
  places: [],
  options: { apply: '' },
  summary:
    'Spread the database over the servers that its Citus knows, by company; without --apply, say what would be done and do nothing. Nodes have to be stopped meanwhile. Run again, it goes on where it was interrupted.',
  async run({ options }, { program, say }) {
    return options.has('apply') ? apply(program(), say) : plan(program());
  },
};

async function plan(program: Program): Promise<Answer> {
  const database = await program.openDatabase();
  try {
    const { pendingMigrations } = await program.databaseFacts(database.operatorUrl);
    if (pendingMigrations.length > 0)
      throw new CommandFailure(
        'schema_behind',
        `The database is not of this version yet (${pendingMigrations.join(', ')}): run "sello migrate" first.`,
      );
    const deeds = deedsOf(await program.planDistribution(database.operatorUrl));
    const last = deeds.length === 0 ? SPREAD : `Nothing was done. Stop the nodes and run it with --apply.`;
    return { json: { planned: deeds }, text: [...deeds, last] };
  } finally {
    await database.close();
  }
}

async function apply(program: Program, say: (line: string) => void): Promise<Answer> {
  const done = await withInstallation(program, ({ databaseUrl }) => program.distribute(databaseUrl, say));
  return { json: { done: deedsOf(done) }, text: [SPREAD] };
}

const SPREAD = 'The database is spread over its servers.';

function deedsOf(distribution: Distribution): readonly string[] {
  if (distribution.kind === 'refused') throw new CommandFailure('not_spreadable', distribution.why);
  return distribution.deeds;
}
