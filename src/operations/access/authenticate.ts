import type { DocumentRead } from '../documents/reading-ports.ts';
import type { Buckets } from './buckets.ts';
import { type Holder, holding } from './holding.ts';
import { NO_PLACE, type Place, type Places } from './places.ts';
import {
  type Admission,
  type Gate,
  type KeyCheck,
  type KeyReader,
  type KnownKey,
  NOBODYS_PUBLIC_ID,
  type PresentedKey,
} from './ports.ts';

/** Stands for the key in a text that is none. */
const NO_KEY = { publicId: NOBODYS_PUBLIC_ID, secret: '' };

export interface AccessPorts {
  readonly keys: KeyReader;
  readonly keyCheck: KeyCheck;
  readonly gate: Gate;
  /** For the requests of known keys. */
  readonly places: Places;
  /** For the look-ups of unknown keys. */
  readonly strangers: Places;
  /** How often an address may present a key that this node does not know. */
  readonly unknownKeys: Buckets;
}

/** What a caller presents. */
export interface Presented {
  /** That of an API key, or anything else. */
  readonly text: string;
  /** Whom the look-up of an unknown key counts for: the neighbourhood of the address it comes from. */
  readonly from: string;
  /** The document that is read together with the admission; null where none is. */
  readonly read: DocumentRead | null;
  /** Whose place it is that the request gets. */
  readonly holder: Holder;
}

/** `busy` counts for nobody: there is no room for one more of the key, or of the address. */
export type Entry =
  | { readonly kind: 'admitted'; readonly admission: Admission; readonly place: Place }
  | { readonly kind: 'busy'; readonly key: KnownKey | null }
  | { readonly kind: 'unauthorized' };

const UNAUTHORIZED: Entry = { kind: 'unauthorized' };

/**
 * The entry of the caller behind the text of an API key; unauthorized where it is missing, malformed, unknown, revoked,
 * with another secret, or made for another environment than the company's (specification part 5). A genuine key that this
 * node knows is admitted as soon as there is a place for it; whatever is wrong with a key costs the same look-up and
 * compares, so that the time of a refusal says nothing.
 */
export async function authenticate(ports: AccessPorts, presented: Presented): Promise<Entry> {
  const { keys, keyCheck } = ports;
  const parsed = keyCheck.parse(presented.text);
  const known = genuine(keyCheck, parsed, keys.remembered(parsed?.publicId ?? NOBODYS_PUBLIC_ID));
  const key = known ?? (await lookedUp(ports, parsed, presented.from));
  if (key === 'busy') return { kind: 'busy', key: null };
  return key === null ? UNAUTHORIZED : enter(ports, key, presented);
}

/** A key whose window is used up is refused without taking a place from anybody. */
async function enter(
  { gate, places }: AccessPorts,
  key: KnownKey,
  { read, holder }: Presented,
): Promise<Entry> {
  const refusal = await gate.refusal(key);
  if (refusal !== null) return entryOf(key, refusal, NO_PLACE);
  const place = await places.enter(key, holder);
  if (place === null) return { kind: 'busy', key };
  return entryOf(key, await holder.during(() => gate.admit(key, read)), place);
}

function entryOf(key: KnownKey, admission: Admission | null, place: Place): Entry {
  if (admission?.caller.company.ambiente === key.ambiente) return { kind: 'admitted', admission, place };
  place.leave();
  return UNAUTHORIZED;
}

async function lookedUp(
  { keys, keyCheck, strangers, unknownKeys }: AccessPorts,
  presented: PresentedKey | null,
  from: string,
): Promise<KnownKey | null | 'busy'> {
  if (unknownKeys.take(from) > 0) return 'busy';
  return holding(async (holder) => {
    const place = await strangers.enter({ companyId: from, keyId: '' }, holder);
    if (place === null) return 'busy';
    const found = await keys.lookUp((presented ?? NO_KEY).publicId);
    if (found !== null) await keyCheck.learn(found);
    return genuine(keyCheck, presented, found);
  });
}

/** The key that was found, where it is the one presented. */
function genuine(check: KeyCheck, presented: PresentedKey | null, found: KnownKey | null): KnownKey | null {
  const matches = check.matches((presented ?? NO_KEY).secret, found);
  return matches && found !== null && presented?.ambiente === found.ambiente ? found : null;
}
