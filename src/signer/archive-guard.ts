import { createHash } from 'node:crypto';
import type { ArchiveGuard, PublicKeys } from '../operations/files/ports.ts';
import { signedBy } from './jws.ts';

export interface ArchiveGuardParts {
  readonly publicKeys: PublicKeys;
  readonly withheld: ArchiveGuard['withheld'];
}

/** Looks at signed bytes by their hash and by the keys of their company, which takes a tenth of a millisecond. */
export function createArchiveGuard({ publicKeys, withheld }: ArchiveGuardParts): ArchiveGuard {
  return {
    withheld,
    async payload(companyId, { jws, sha256 }) {
      if (sha256 !== null && createHash('sha256').update(jws, 'utf8').digest('hex') !== sha256) return null;
      const payload = signedBy(await publicKeys.kept(companyId))(jws);
      // The bytes may be signed with a certificate that was imported since the keys were read.
      return payload ?? signedBy(await publicKeys.fresh(companyId))(jws);
    },
  };
}
