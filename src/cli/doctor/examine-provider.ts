import { type Check, okay, warning } from '../../operations/installation/examine.ts';
import type { Program } from '../program.ts';
import { clauseOf } from './examined-company.ts';

const NAME = 'console: provider of the sign-in';

/** Whether the provider by which users may sign in answers, within some seconds; nothing where none is set. */
export async function examineProvider({ settings, tryProvider }: Program): Promise<readonly Check[]> {
  const { oidc } = settings;
  if (oidc === null) return [];
  const reason = await tryProvider(oidc);
  const provider = `${oidc.name}, ${oidc.issuer},`;
  if (reason === null) return [okay(NAME, `${provider} says what it is`)];
  return [
    warning(
      NAME,
      `${provider} does not: ${clauseOf(reason)}`,
      'Check SELLO_OIDC_ISSUER and the network; users come in by passwords and passkeys meanwhile.',
    ),
  ];
}
