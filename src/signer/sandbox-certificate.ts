import { createHash, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { escapeXml } from './xml.ts';

export interface SandboxHolder {
  /** Digits only, 14 or 9. */
  readonly nit: string;
  readonly nrc: string;
  readonly name: string;
  readonly email: string;
  /** Password of the private key. */
  readonly password: string;
  /** The certificate is valid from this instant, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Years of 365 days; the Ministry's files have 5, the default. */
  readonly years?: number;
}

type Content = string | readonly Node[];
/** A name and what stands in it; no text makes `<name/>`, as the Ministry writes what it leaves open. */
type Node = readonly [name: string, content?: Content];

const ISSUER_NAME = 'CERTIFICADO SINTÉTICO PARA PRUEBAS (NO EMITIDO POR EL MINISTERIO DE HACIENDA)';
const SUBJECT_NAME = 'CONTRIBUYENTE FICTICIO (CERTIFICADO SINTÉTICO PARA PRUEBAS)';
const DEFAULT_YEARS = 5;
const YEAR_MS = 365 * 86_400_000;
const generateKeys = promisify(generateKeyPair);

/** The keys and names that go into one file. */
interface Ingredients {
  readonly holder: SandboxHolder;
  /** Standard base64, wrapped at 76 characters. */
  readonly spki: string;
  readonly pkcs8: string;
  /** The file's id and the two that follow it. */
  readonly ids: readonly [string, string, string];
}

/**
 * A certificate file in the Ministry's format for a fictitious company, with a fresh RSA-2048 key: same elements, same
 * order, same spelling ("encodied", "localilyName", ...). Its names say that it is synthetic; the Ministry's real
 * service knows nothing of it.
 */
export async function makeSandboxCertificate(holder: SandboxHolder): Promise<string> {
  const { publicKey, privateKey } = await generateKeys('rsa', {
    modulusLength: 2048,
    publicExponent: 65537,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const content = fileContent({
    holder,
    spki: wrapped(publicKey),
    pkcs8: wrapped(privateKey),
    ids: threeIds(),
  });
  return render(['CertificadoMH', content]);
}

function fileContent(ingredients: Ingredients): readonly Node[] {
  const { holder, spki, pkcs8, ids } = ingredients;
  // Nobody needs the public password: neither signer nor authority ever asks for it.
  const publicClave = sha512(randomBytes(24).toString('base64url'));
  return [
    ['_id', ids[0]],
    ['nit', holder.nit],
    ['publicKey', keyContent('PUBLIC', { encodied: spki, format: 'X.509', clave: publicClave })],
    [
      'privateKey',
      keyContent('PRIVATE', { encodied: pkcs8, format: 'PKCS#8', clave: sha512(holder.password) }),
    ],
    ['activo', 'true'],
    ['verificado'],
    ['fechaVerificacion'],
    [
      'certificado',
      [
        ['basicEstructure', structure(holder, spki)],
        ['extensions', extensions(holder, ids)],
      ],
    ],
    ['fechaDebaja'],
    ['clavePub'],
    ['clavePri'],
  ];
}

function keyContent(
  keyType: string,
  { encodied, format, clave }: { readonly encodied: string; readonly format: string; readonly clave: string },
): readonly Node[] {
  return [
    ['keyType', keyType],
    ['algorithm', 'RSA'],
    ['encodied', encodied],
    ['format', format],
    ['clave', clave],
  ];
}

function structure(holder: SandboxHolder, spki: string): readonly Node[] {
  const notAfterMs = holder.nowMs + (holder.years ?? DEFAULT_YEARS) * YEAR_MS;
  return [
    ['version', '2'],
    ['serial', '1.2.840.113549.1.1.11'],
    ['signatureAlgorithm', [['algorithm', 'Sha256WithRSAEncryption'], ['parameters']]],
    ['issuer', issuer()],
    [
      'validity',
      [
        ['notBefore', unixSeconds(holder.nowMs)],
        ['notAfter', unixSeconds(notAfterMs)],
      ],
    ],
    ['subject', subject(holder)],
    [
      'subjectPublicKeyInfo',
      [
        ['algorithmIdenitifier', [['algorithm', 'RSA'], ['parameters']]],
        ['subjectPublicKey', spki],
      ],
    ],
  ];
}

function issuer(): readonly Node[] {
  return [
    ['countryName', 'SV'],
    ['localilyName', 'SAN SALVADOR'],
    ['organizationalUnit', 'AMBIENTE DE PRUEBAS'],
    ['organizationalName', 'SELLO'],
    ['commonName', ISSUER_NAME],
    ['organizationIdentifier', 'VATSV-0000-000000-000-0'],
  ];
}

function subject(holder: SandboxHolder): readonly Node[] {
  return [
    ['countryName', 'El Salvador'],
    ['organizationName', holder.name],
    ['organizationUnitName', 'Administración'],
    ['organizationIdentifier', `VATSV${holder.nit}`],
    ['surname', ''],
    ['givenName', ''],
    ['commonName', SUBJECT_NAME],
    ['description', holder.nrc],
  ];
}

function extensions(holder: SandboxHolder, ids: Ingredients['ids']): readonly Node[] {
  return [
    ['authorityKeyIdentifier', [['keyIdentifier', ids[1]]]],
    ['subjectKeyIdentifier', [['keyIdentifier', ids[2]]]],
    ['keyUsage', keyUsage()],
    ['certificatePolicies', [['policyInformations']]],
    ['subjectAlternativeNames', [['rfc822Name', holder.email]]],
    [
      'extendedKeyUsage',
      [
        ['clientAuth', ''],
        ['emailProtection', ''],
      ],
    ],
    ['crlDistributionPoint', [['distributionPoint', [['distributionPoint', 'http://crl.example/sandbox']]]]],
    ['authorityInfoAccess', accessDescription()],
    ['qualifiedCertificateStatements', statements()],
    ['basicConstraints', [['ca', 'false']]],
  ];
}

/** The flags of a signing certificate, in the Ministry's order. */
function keyUsage(): readonly Node[] {
  return [
    ['digitalSignature', '1'],
    ['contentCommintment', '1'],
    ['dataEncipherment', '0'],
    ['keyAgreement', '0'],
    ['keyCertificateSignature', '0'],
    ['crlSignature', '0'],
    ['encipherOnly', '0'],
    ['decipherOnly', '0'],
  ];
}

function accessDescription(): readonly Node[] {
  const location: Node = ['accessLocation', [['accessLocation', 'https://ca.example/sandbox.crt']]];
  return [['accessDescription', [['accessDescription', [['accessMethod', ''], location]]]]];
}

function statements(): readonly Node[] {
  return [
    ['qcCompliance', ''],
    ['qcEuRetentionPeriod', '10'],
    ['qcPDS', [['pdsLocation'], ['url', 'https://pds.example/sandbox'], ['language', 'ES']]],
    ['qcType', 'id-etsi-qct-esign'],
  ];
}

function render([name, content]: Node): string {
  if (content === undefined) return `<${name}/>`;
  const inner = typeof content === 'string' ? escapeXml(content) : content.map(render).join('');
  return `<${name}>${inner}</${name}>`;
}

function threeIds(): Ingredients['ids'] {
  // One bit less than an ObjectId has, so that the two that follow still fit.
  const first = BigInt(`0x${randomBytes(12).toString('hex')}`) >> 1n;
  const id = (offset: bigint): string => (first + offset).toString(16).padStart(24, '0');
  return [id(0n), id(1n), id(2n)];
}

function wrapped(der: Buffer): string {
  return der.toString('base64').replace(/(.{76})(?=.)/g, '$1\n');
}

function unixSeconds(instantMs: number): string {
  const seconds = Math.floor(instantMs / 1000);
  return `${seconds}.${String(instantMs - seconds * 1000).padStart(3, '0')}000000`;
}

function sha512(text: string): string {
  return createHash('sha512').update(text, 'utf8').digest('hex');
}
