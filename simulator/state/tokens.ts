import { randomBytes } from 'node:crypto';
import type { Issuer } from './issuers.ts';

/** Tokens in force. They live in memory only: after a restart everybody authenticates again. */
export interface Tokens {
  /** A token with its "Bearer " before it, as the authority hands it out. */
  readonly issue: (issuer: Issuer, nowMs: number) => string;
  /** Whose token an `Authorization` header carries; null for none, an unknown or an expired one. */
  readonly ownerOf: (authorization: string | undefined, nowMs: number) => Issuer | null;
  /** Ends the tokens of one NIT, or all of them; answers how many ended. */
  readonly expire: (nit: string | null) => number;
}

interface Grant {
  readonly issuer: Issuer;
  readonly untilMs: number;
}

const HOUR_MS = 3_600_000;

/** 48 hours in the test environment, 24 in production (Manual Tecnico, 02/2023). */
function lifetimeMs(ambiente: string): number {
  return ambiente === '01' ? 24 * HOUR_MS : 48 * HOUR_MS;
}

export function createTokens(): Tokens {
  const grants = new Map<string, Grant>();
  const end = (doomed: (grant: Grant) => boolean) => {
    const ended = [...grants].filter(([, grant]) => doomed(grant));
    for (const [token] of ended) grants.delete(token);
    return ended.length;
  };
  return {
    issue: (issuer, nowMs) => {
      end((grant) => grant.untilMs <= nowMs);
      const untilMs = nowMs + lifetimeMs(issuer.ambiente);
      const token = `Bearer ${looksLikeJwt(issuer.nit, nowMs, untilMs)}`;
      grants.set(token, { issuer, untilMs });
      return token;
    },
    ownerOf: (authorization, nowMs) => {
      const grant = grants.get(authorization ?? '');
      return grant !== undefined && grant.untilMs > nowMs ? grant.issuer : null;
    },
    expire: (nit) => end((grant) => nit === null || grant.issuer.nit === nit),
  };
}

/** Three base64url parts, the last of them random: clients must not read tokens, only carry them. */
function looksLikeJwt(nit: string, fromMs: number, untilMs: number): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const claims = { sub: nit, authorities: ['ROLE_USER'], iat: seconds(fromMs), exp: seconds(untilMs) };
  return `${encode({ alg: 'HS512' })}.${encode(claims)}.${randomBytes(64).toString('base64url')}`;
}
