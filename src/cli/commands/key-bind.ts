import { bindKeys } from '../../operations/companies/manage-secrets.ts';
import type { Command } from '../command.ts';
import { unlock, withInstallation } from '../installation.ts';
import { secretsContext } from '../secrets-context.ts';

export const keyBind: Command = {
  name: 'key bind',
  places: [],
  options: {},
  summary:
    'Bind the API keys of versions before this one to their companies, and accept none that is not; all nodes must be of this version.',
  async run(_invocation, { program }) {
    const bound = await withInstallation(program(), async (installation) => {
      const { vault, peppers } = await unlock(program(), installation);
      const count = await bindKeys(secretsContext(installation.office, vault));
      await peppers.refuseUnbound();
      return count;
    });
    return {
      json: { bound },
      text: [
        `${bound} ${bound === 1 ? 'key is' : 'keys are'} bound now. A node that runs accepts unbound ones until its next start.`,
      ],
    };
  },
};
