import { formatInstant } from '../../core/calendar/instant.ts';
import { rotateKey } from '../../operations/companies/manage-secrets.ts';
import { integerOption } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, type Installation, unlock, withInstallation } from '../installation.ts';
import type { Program } from '../program.ts';
import { secretsContext } from '../secrets-context.ts';
import { unknownKey } from '../unknown-key.ts';

/** Thirty days. */
const LONGEST_MINUTES = 43_200;

export const keyRotate: Command = {
  name: 'key rotate',
  places: ['ID'],
  options: { 'revoke-in': 'MINUTES' },
  summary:
    'Make a second key with the company, limits and name of this one, which goes on until it is revoked.',
  async run(invocation, { program }) {
    const [id = ''] = invocation.places;
    const minutes = minutesOf(invocation);
    const made = await withInstallation(program(), (installation) =>
      rotate(program(), installation, { id, minutes }),
    );
    return {
      json: { ...made, old: id, revoke_in_minutes: minutes },
      text: [
        `id:  ${made.id}`,
        `key: ${made.key}`,
        'Keep the key now: it is not shown again.',
        minutes === null
          ? `The old one works until you revoke it: sello key revoke ${id}`
          : `The old one works for another ${minutes} minutes.`,
      ],
    };
  },
};

function minutesOf(invocation: Invocation): number | null {
  if (!invocation.options.has('revoke-in')) return null;
  return integerOption(invocation, 'revoke-in', { min: 0, max: LONGEST_MINUTES, byDefault: 0 });
}

async function rotate(
  program: Program,
  installation: Installation,
  { id, minutes }: { readonly id: string; readonly minutes: number | null },
) {
  const { office } = installation;
  const old = (await office.keys.list()).find(({ keyId, live }) => keyId === id && live);
  if (old === undefined) throw unknownKey(id);
  if (old.revokedMs !== null) throw endsAlready(id, old.revokedMs);
  const { company } = await findCompany(office, old.slug);
  if (company.ambiente !== old.ambiente)
    throw new CommandFailure(
      'other_environment',
      `The key is of environment ${old.ambiente} and its company is now in ${company.ambiente}: sello key create ${old.slug}`,
    );
  const { vault } = await unlock(program, installation);
  const made = await rotateKey(secretsContext(office, vault), old, minutes);
  if (made === null) throw unknownKey(id);
  return made;
}

/** A third key would be nobody's, and a later end would not hold. PostgreSQL keeps microseconds. */
function endsAlready(id: string, endMs: number): CommandFailure {
  const end = formatInstant(Math.floor(endMs));
  return new CommandFailure(
    'key_ends_already',
    `The key has been rotated or revoked already and ends at ${end}: sello key list shows the one that took its place, and sello key revoke ${id} ends it now.`,
  );
}
