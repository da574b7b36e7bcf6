import type { TestAuthority } from '../../operations/companies/equip-for-tests.ts';
import type { CertificateHolder } from '../program.ts';
import { postJson } from './post-json.ts';
import { registerIssuer } from './register-issuer.ts';
import { freshPassword } from './sandbox-file.ts';

/** The customer's NIT is not known to the authority: what people mistype most. */
const UNKNOWN_NIT = '009';
const TIMEOUT_MS = 10_000;

/** The simulated authority at this URL, which takes the certificates that are made for it. */
export function testAuthorityAt(
  url: string,
  makeCertificate: (holder: CertificateHolder) => Promise<string>,
): TestAuthority {
  return {
    async equip({ nit, nrc, name, email, ambiente }) {
      const [certificatePassword, authorityPassword] = [freshPassword(), freshPassword()];
      const certificate = await makeCertificate({
        nit,
        nrc,
        name,
        email,
        password: certificatePassword,
        nowMs: Date.now(),
      });
      await registerIssuer(url, { nit, ambiente, password: authorityPassword, certificate });
      return { certificate: Buffer.from(certificate), certificatePassword, authorityPassword };
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
