import type { TestAuthority } from '../../operations/companies/equip-for-tests.ts';
import type { CertificateHolder } from '../program.ts';
import { registerIssuer } from './register-issuer.ts';
import { freshPassword } from './sandbox-file.ts';

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
  };
}
