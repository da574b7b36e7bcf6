import { CommandFailure } from '../failure.ts';
import { postJson } from './post-json.ts';

/** An issuer as the simulated authority knows it; its user is the NIT. */
export interface SimulatedIssuer {
  readonly nit: string;
  readonly ambiente: string;
  readonly password: string;
  /** The Ministry's file, as text. */
  readonly certificate: string;
}

const TIMEOUT_MS = 10_000;

/** Makes an issuer known to the simulated authority at this URL; doing so again changes nothing. */
export async function registerIssuer(simulatorUrl: string, issuer: SimulatedIssuer): Promise<void> {
  const answer = await postJson({
    url: `${simulatorUrl}/_sim/issuers`,
    body: { ...issuer, user: issuer.nit },
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => ({ status: 0, body: error instanceof Error ? error.message : error }));
  if (answer.status === 201) return;
  throw new CommandFailure(
    'simulator',
    `The simulated Hacienda at ${simulatorUrl} did not register the company: ${JSON.stringify(answer.body)}`,
  );
}
