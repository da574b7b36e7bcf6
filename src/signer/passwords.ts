import type { Ambiente } from '../core/dte/kinds.ts';
import type { CompanyAccount } from '../operations/authority/ports.ts';
import type { Sealer } from './keyring.ts';
import { credentialsBinding, smtpPasswordBinding } from './vault.ts';

/** Where the sealed passwords of companies are kept; null where there is none. */
export interface SealedPasswords {
  credentials(
    companyId: string,
    ambiente: Ambiente,
  ): Promise<{ readonly user: string; readonly sealedPassword: string } | null>;
  smtpPassword(companyId: string): Promise<string | null>;
}

/** The passwords of companies, read and opened at each use. Both reject where the seal is not the keyring's. */
export interface Passwords {
  atAuthority(account: CompanyAccount): Promise<{ readonly user: string; readonly password: string } | null>;
  atMailServer(companyId: string): Promise<string | null>;
}

export function createPasswords(kept: SealedPasswords, keyring: Sealer): Passwords {
  return {
    async atAuthority({ companyId, ambiente }) {
      const sealed = await kept.credentials(companyId, ambiente);
      if (sealed === null) return null;
      const password = await keyring.open(sealed.sealedPassword, credentialsBinding(companyId, ambiente));
      return { user: sealed.user, password: password.toString('utf8') };
    },
    async atMailServer(companyId) {
      const sealed = await kept.smtpPassword(companyId);
      return sealed && (await keyring.open(sealed, smtpPasswordBinding(companyId))).toString('utf8');
    },
  };
}
