import type { Command } from '../command.ts';
import { unlock, withInstallation } from '../installation.ts';

export const pepperRotate: Command = {
  name: 'pepper rotate',
  places: [],
  options: {},
  summary:
    'Make the next pepper, under which the hashes of new API keys are made; the others go on under theirs.',
  async run(_invocation, { program }) {
    const version = await withInstallation(program(), async (installation) =>
      (await unlock(program(), installation)).peppers.rotate(),
    );
    return {
      json: { version },
      text: [
        `New keys are hashed with pepper ${version}. Give each older key a successor (sello key rotate ID), then: sello pepper retire VERSION`,
      ],
    };
  },
};
