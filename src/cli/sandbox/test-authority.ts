import type { Company } from '../../core/company/company.ts';
import type { TestAuthority } from '../../operations/companies/equip-for-tests.ts';
import { CommandFailure } from '../failure.ts';
import type { CertificateHolder } from '../program.ts';
import { postJson } from './post-json.ts';
import { freshSecrets, type Secrets } from './sandbox-file.ts';

/** The customer's NIT is not known to the authority: what people mistype most. */
const UNKNOWN_NIT = '009';
const TIMEOUT_MS = 10_000;

/** The simulated authority at this URL, which takes the certificates that are made for it. */
export function testAuthorityAt(
  url: string,
  makeCertificate: (holder: CertificateHolder) => Promise<string>,
): TestAuthority {
  return {
    async equip(company) {
      const secrets = await freshSecrets(makeCertificate, company);
      await registerIssuer(url, company, secrets);
      return { ...secrets, certificate: Buffer.from(secrets.certificate) };
    },
    async rejectNext() {
      const body = { service: 'recepcion', action: 'code', codigoMsg: UNKNOWN_NIT, times: 1 };
      const answer = await postJson({ url: `${url}/_sim/script`, body, timeoutMs: TIMEOUT_MS }).catch(
        () => null,
      );
      return answer?.status === 200;
    },
  };
}

/** Makes an issuer known to the simulated authority at this URL, its user being the NIT; doing so again changes nothing. */
export async function registerIssuer(
  simulatorUrl: string,
  { nit, ambiente }: Pick<Company, 'nit' | 'ambiente'>,
  { certificate, authorityPassword: password }: Secrets,
): Promise<void> {
  const answer = await postJson({
    url: `${simulatorUrl}/_sim/issuers`,
    body: { nit, ambiente, password, certificate, user: nit },
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => ({ status: 0, body: error instanceof Error ? error.message : error }));
  if (answer.status === 201) return;
  throw new CommandFailure(
    'simulator',
    `The simulated Hacienda at ${simulatorUrl} did not register the company: ${JSON.stringify(answer.body)}`,
  );
}
