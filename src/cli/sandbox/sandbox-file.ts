import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../core/errors/error-code.ts';
import { isJsonObject, parseJsonObject } from '../../core/json/read-json.ts';
import { CommandFailure } from '../failure.ts';
import { makeFolder } from '../files.ts';
import type { CertificateHolder } from '../program.ts';

/**
 * What the sandbox must know again at its next start although the database keeps it sealed or hashed. All of it is
 * fictitious and worth nothing outside of this folder.
 */
export interface SandboxSecrets {
  readonly certificate: string;
  readonly certificatePassword: string;
  readonly authorityPassword: string;
  /** Null until the key is made. */
  readonly keyId: string | null;
  readonly key: string | null;
}

const TEXTS = ['certificate', 'certificatePassword', 'authorityPassword'] as const;

function isSandboxSecrets(value: unknown): value is SandboxSecrets {
  if (!isJsonObject(value)) return false;
  const texts = TEXTS.every((name) => typeof value[name] === 'string');
  return texts && ['keyId', 'key'].every((name) => ['string', 'object'].includes(typeof value[name]));
}

/** Null where there is no file yet. */
export async function readSandboxFile(path: string): Promise<SandboxSecrets | null> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return null;
  const value = parseJsonObject(bytes);
  if (isSandboxSecrets(value)) return value;
  throw new CommandFailure(
    'damaged_sandbox',
    `${path} is damaged: remove the folder ${dirname(path)} to begin with a new sandbox.`,
  );
}

/** Replaces the file as a whole, readable by its owner alone, so that no kill leaves half of it. */
export async function writeSandboxFile(path: string, secrets: SandboxSecrets): Promise<void> {
  await makeFolder(dirname(path));
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** What the sandbox's authority knows of an issuer, or its holder has. */
export type Secrets = Pick<SandboxSecrets, 'certificate' | 'certificatePassword' | 'authorityPassword'>;

/** A certificate of this holder, and passwords that nobody has to type. */
export async function freshSecrets(
  makeCertificate: (holder: CertificateHolder) => Promise<string>,
  { nit, nrc, name, email }: Omit<CertificateHolder, 'password' | 'nowMs'>,
): Promise<Secrets> {
  const [certificatePassword, authorityPassword] = [freshPassword(), freshPassword()];
  const holder = { nit, nrc, name, email, password: certificatePassword, nowMs: Date.now() };
  return { certificate: await makeCertificate(holder), certificatePassword, authorityPassword };
}

function freshPassword(): string {
  return randomBytes(18).toString('base64url');
}
