import type { Company } from '../../core/company/company.ts';
import type { FieldProblem } from '../../core/refusals/refusal.ts';
import { refuseFields, refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import { DEFAULT_LIMITS, type RateLimits } from '../access/ports.ts';
import type { DeedStore } from '../users/ports.ts';
import { nameProblems } from '../users/users-context.ts';
import type { OwnChange } from './change-own-company.ts';
import { createKey } from './manage-secrets.ts';
import type { OwnKey, OwnKeys } from './own-ports.ts';
import type { Vault } from './ports.ts';

export interface OwnKeysContext {
  readonly ownKeys: OwnKeys;
  readonly deeds: DeedStore;
  /** Under the newest pepper. */
  readonly vault: () => Promise<Pick<Vault, 'mintKey'>>;
}

/** A change of a company's keys; whether its doer may is asked before. */
export interface OwnKeyChange extends OwnChange {
  /** Whether the doer operates the installation, and may give more than a company gives itself. */
  readonly isOperator: boolean;
}

/** Limits as they were typed. */
export interface TypedLimits {
  readonly perMinute: string;
  readonly perHour: string;
}

/** What the operator may give at the most. */
const MOST = 10_000_000;

/** A new key of the company's environment. Its secret is in this answer and nowhere else. */
export async function createOwnKey(
  context: OwnKeysContext,
  change: OwnKeyChange & { readonly company: Pick<Company, 'ambiente'> },
  typed: TypedLimits & { readonly name: string },
): Promise<{ readonly kind: 'created'; readonly key: string } | UserRefusal> {
  const name = typed.name.trim();
  const read = limitsOf(typed, mostFor(change, DEFAULT_LIMITS));
  const problems = [...nameProblems(name), ...read.problems];
  if (problems.length > 0) return refuseFields(problems);
  const { ownKeys, deeds } = context;
  const options = { name, limits: read.limits };
  const { key } = await createKey({ keys: ownKeys, vault: await context.vault() }, change, options);
  const { by, companyId } = change;
  const subject = `${name} (${limitsText(read.limits)})`;
  await deeds.record({ companyId, by, deed: 'key_created', subject });
  return { kind: 'created', key };
}

export async function limitOwnKey(
  { ownKeys, deeds }: OwnKeysContext,
  change: OwnKeyChange & { readonly keyId: string },
  typed: TypedLimits,
): Promise<{ readonly kind: 'changed' } | UserRefusal> {
  const { by, companyId, keyId } = change;
  const key = await liveKey(ownKeys, change);
  if (key === null) return refuseUser('unknown_key');
  const { problems, limits } = limitsOf(typed, mostFor(change, key.limits));
  if (problems.length > 0) return refuseFields(problems);
  if (!(await ownKeys.setLimits(companyId, keyId, limits))) return refuseUser('unknown_key');
  const subject = `${key.name} (${limitsText(limits)})`;
  await deeds.record({ companyId, by, deed: 'key_limits_changed', subject });
  return { kind: 'changed' };
}

/** The key opens nothing from now on, and never again. */
export async function revokeOwnKey(
  { ownKeys, deeds }: OwnKeysContext,
  change: OwnKeyChange & { readonly keyId: string },
): Promise<{ readonly kind: 'changed' } | UserRefusal> {
  const { by, companyId, keyId } = change;
  const key = await liveKey(ownKeys, change);
  if (key === null || !(await ownKeys.revoke(companyId, keyId))) return refuseUser('unknown_key');
  await deeds.record({ companyId, by, deed: 'key_revoked', subject: key.name });
  return { kind: 'changed' };
}

async function liveKey(
  ownKeys: OwnKeys,
  { companyId, keyId }: { readonly companyId: string; readonly keyId: string },
): Promise<OwnKey | null> {
  const keys = await ownKeys.list(companyId);
  return keys.find((key) => key.keyId === keyId && key.live) ?? null;
}

/** A company gives its keys the usual limits, or keeps what the operator gave. */
function mostFor({ isOperator }: OwnKeyChange, limits: RateLimits): RateLimits {
  if (isOperator) return { perMinute: MOST, perHour: MOST };
  return {
    perMinute: Math.max(limits.perMinute, DEFAULT_LIMITS.perMinute),
    perHour: Math.max(limits.perHour, DEFAULT_LIMITS.perHour),
  };
}

function limitsOf(
  { perMinute, perHour }: TypedLimits,
  most: RateLimits,
): { readonly limits: RateLimits; readonly problems: readonly FieldProblem[] } {
  const limits = { perMinute: numberOf(perMinute), perHour: numberOf(perHour) };
  const problems = [
    ...limitProblems('per_minute', limits.perMinute, most.perMinute),
    ...limitProblems('per_hour', limits.perHour, most.perHour),
  ];
  return { limits, problems };
}

function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

function limitProblems(path: string, limit: number, most: number): readonly FieldProblem[] {
  if (limit >= 1 && limit <= most) return [];
  return [{ path, code: 'out_of_range', message: `Escriba un número entero de 1 a ${most}.` }];
}

function limitsText({ perMinute, perHour }: RateLimits): string {
  return `${perMinute} por minuto, ${perHour} por hora`;
}
