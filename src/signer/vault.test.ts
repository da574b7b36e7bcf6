import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emailOf, nitOf, nrcOf } from '../../test/support/identifiers.ts';
import type { Nit } from '../core/identifiers/nit.ts';
import { createCompanySigner } from './jws.ts';
import type { Peppers } from './key-hash.ts';
import { certificateBinding, holdKeys } from './key-holder.ts';
import { createKeyring } from './keyring.ts';
import { makeSandboxCertificate } from './sandbox-certificate.ts';
import { createKeyCheck, createVault, credentialsBinding, smtpPasswordBinding } from './vault.ts';

const NOW = Date.UTC(2026, 5, 1);
const NIT = nitOf('06140101900018');
const COMPANY = 'c0ffee00-0000-4000-8000-000000000001';

const master = createSecretKey(randomBytes(32));
const keyring = createKeyring(master);
const peppersOf = (version: number) => ({
  versions: new Map([[version, createSecretKey(randomBytes(32))]]),
  acceptsUnbound: false,
});
const peppers = peppersOf(1);
const vault = createVault(keyring, peppers);

async function certificateFile(password: string): Promise<Uint8Array> {
  const holder = {
    nit: NIT,
    nrc: nrcOf('1234567'),
    name: 'Tienda Ejemplo',
    email: emailOf('a@ejemplo.com'),
    nowMs: NOW,
  };
  return Buffer.from(await makeSandboxCertificate({ ...holder, password }));
}

function open(bytes: Uint8Array, changes: Readonly<{ nit?: Nit; password?: string; nowMs?: number }> = {}) {
  const file = {
    companyId: COMPANY,
    ambiente: '00',
    nit: nitOf(NIT),
    password: 'clave',
    nowMs: NOW,
  } as const;
  return vault.openCertificate({ ...file, bytes, ...changes });
}

describe('createVault', () => {
  it('seals a certificate so that the signer of its company can use it', async () => {
    const opening = await open(await certificateFile('clave'));
    if (opening.kind === 'refused') throw new Error(opening.problems.join());
    const { material } = opening;
    expect(material).toMatchObject({ nit: NIT, notBeforeMs: NOW });
    const signer = createCompanySigner({
      loadKey: async () => ({ certificateId: 'one', ...material }),
      keys: holdKeys({ master, other: null, sample: null }),
    });
    expect(await signer.sign({ companyId: COMPANY, ambiente: '00' }, '{}', NOW)).toMatchObject({
      kind: 'signed',
    });
    const other = { companyId: 'c0ffee00-0000-4000-8000-000000000002', ambiente: '00' } as const;
    expect(() => keyring.open(material.sealedPrivateKey, certificateBinding(other))).toThrow('not_authentic');
  });

  it('refuses with every problem at once and seals nothing', async () => {
    const opening = await open(await certificateFile('clave'), {
      nit: nitOf('06140101900026'),
      password: 'otra',
    });
    expect(opening).toMatchObject({ kind: 'refused' });
    expect(opening.kind === 'refused' && opening.problems).toHaveLength(2);
    expect(await open(Buffer.from('-----BEGIN'))).toMatchObject({ kind: 'refused' });
  });

  it('passes on the warning about a certificate that is about to end', async () => {
    const nowMs = NOW + (5 * 365 - 10) * 86_400_000;
    expect(await open(await certificateFile('clave'), { nowMs })).toMatchObject({
      warnings: [expect.stringContaining('quedan 10 días')],
    });
  });

  it('seals a password of a mail server for one company and that purpose', async () => {
    const sealed = await vault.sealSmtpPassword(COMPANY, 'ñandú 2');
    expect(keyring.open(sealed, smtpPasswordBinding(COMPANY)).toString('utf8')).toBe('ñandú 2');
    expect(() => keyring.open(sealed, smtpPasswordBinding('other'))).toThrow('not_authentic');
    expect(() => keyring.open(sealed, credentialsBinding(COMPANY, '00'))).toThrow('not_authentic');
  });
});

describe('createKeyCheck', () => {
  let nowMs = 0;
  const never = () => Promise.reject(new Error('not asked for'));
  const checkOf = (atStart: Peppers, read: () => Promise<Peppers> = never) =>
    createKeyCheck(atStart, read, () => nowMs);

  it('accepts what the vault minted under the same pepper, and nothing else', () => {
    const check = checkOf(peppers);
    const { text, publicId, ...row } = vault.mintKey(COMPANY, '00');
    const presented = check.parse(text);
    expect(presented).toMatchObject({ ambiente: '00', publicId });
    expect(check.matches(presented?.secret ?? '', row)).toBe(true);
    expect(check.matches(`${presented?.secret}x`, row)).toBe(false);
    expect(check.matches(presented?.secret ?? '', null)).toBe(false);
    expect(check.matches(presented?.secret ?? '', { ...row, companyId: 'other' })).toBe(false);
    expect(checkOf(peppersOf(1)).matches(presented?.secret ?? '', row)).toBe(false);
  });

  it('learns a pepper that was made since, and asks once a second at the most', async () => {
    const both = {
      versions: new Map([...peppers.versions, ...peppersOf(2).versions]),
      acceptsUnbound: false,
    };
    const { text, ...row } = createVault(keyring, both).mintKey(COMPANY, '00');
    let asked = 0;
    const check = checkOf(peppers, async () => {
      asked += 1;
      return asked === 1 ? peppers : both;
    });
    const secret = check.parse(text)?.secret ?? '';
    for (const _ of [1, 2, 3]) await check.learn(row);
    expect([asked, check.matches(secret, row)]).toEqual([1, false]);
    nowMs += 1_000;
    for (const _ of [1, 2, 3]) await check.learn(row);
    expect([asked, check.matches(secret, row)]).toEqual([2, true]);
  });
});
