import { describe, expect, it } from 'vitest';
import { emailOf, nitOf, nrcOf } from '../../test/support/identifiers.ts';
import { hasVectors, vectorText } from '../../test/support/vectors.ts';
import { checkCertificate, readCertificate } from './certificate.ts';
import { makeSandboxCertificate } from './sandbox-certificate.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12, 0, 0, 497);
const holder = {
  nit: nitOf('06140000000001'),
  nrc: nrcOf('100001'),
  name: 'TIENDA FICTICIA "Ñ" & CÍA. <PRUEBAS>',
  email: emailOf('ficticia@example.com'),
  password: 'Clave#Ficticia1',
  nowMs: NOW_MS,
};
const xml = await makeSandboxCertificate(holder);

describe('makeSandboxCertificate', () => {
  it('makes a file that our reader reads', () => {
    const reading = readCertificate(Buffer.from(xml, 'utf8'));
    expect(reading).toMatchObject({
      kind: 'read',
      certificate: {
        nit: holder.nit,
        activo: true,
        notBeforeMs: NOW_MS,
        notAfterMs: NOW_MS + 157_680_000_000,
      },
    });
    expect(xml).toContain('<organizationName>TIENDA FICTICIA "Ñ" &amp; CÍA. &lt;PRUEBAS&gt;</');
    expect(xml).toContain(`<description>${holder.nrc}</description>`);
    if (reading.kind !== 'read') return;
    const { nit, password } = holder;
    const check = checkCertificate(reading.certificate, { password, nit, nowMs: NOW_MS });
    expect(check).toEqual({ problems: [], warnings: [] });
  });

  it('says that it is synthetic and takes the years it is given', async () => {
    expect(xml).toContain('<commonName>CERTIFICADO SINTÉTICO');
    const short = readCertificate(Buffer.from(await makeSandboxCertificate({ ...holder, years: 1 })));
    expect(short).toMatchObject({ certificate: { notAfterMs: NOW_MS + 365 * 86_400_000 } });
  });

  it('makes another key each time', async () => {
    const encodied = /<encodied>[^<]+/.exec(await makeSandboxCertificate(holder))?.[0];
    expect(xml).not.toContain(encodied);
  });

  it('wraps its keys at 76 characters', () => {
    const key = /PRIVATE.*?<encodied>([^<]+)/s.exec(xml)?.[1] ?? '';
    const lines = key.split('\n');
    expect(lines.slice(0, -1).every((line) => line.length === 76)).toBe(true);
    expect(lines.at(-1)?.length).toBeLessThanOrEqual(76);
    expect(lines.at(-1)).not.toBe('');
  });

  it('numbers its identifiers one after the other', () => {
    const [id, authority, subject] = ['_id', 'keyIdentifier', 'keyIdentifier'].map((name, index) => {
      const found = [...xml.matchAll(new RegExp(`<${name}>([0-9a-f]{24})<`, 'g'))];
      return BigInt(`0x${found[index === 2 ? 1 : 0]?.[1]}`);
    });
    expect([authority, subject]).toEqual([(id ?? 0n) + 1n, (id ?? 0n) + 2n]);
  });
});

describe.skipIf(!hasVectors)('against the recorded certificates (../shared/hacienda/vectors)', () => {
  it('has the elements of the official format in their order, apart from repeated addresses', () => {
    const tags = (text: string): readonly string[] =>
      (text.match(/<[^>]+>/g) ?? []).filter((tag) => !tag.includes('distributionPoint>'));
    expect(tags(xml)).toEqual(tags(vectorText('06140101901234.crt')));
  });
});
