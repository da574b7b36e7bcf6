// The signer process: it holds the master key and the private keys, answers on its pipe, and does nothing else. It reads the
// master keys from the files that it was given open, ends when its pipe does, and may neither write nor start anything.
import { closeSync } from 'node:fs';
import { holdKeys, type KeyHolder, type SealedKey } from './key-holder.ts';
import { SealError } from './keyring.ts';
import { createPartReader, lengthPrefixed, partsOf } from './length-prefixed.ts';
import { keyIn } from './master-key.ts';
import { FIRST_KEY_FILE, MOST_BYTES } from './signer-messages.ts';

// The pipe says when to end: until then, those who stop must be able to sign what is under way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

const files = Array.from({ length: Number(process.argv[2]) }, (_, index) => FIRST_KEY_FILE + index);
const masters = files.map((file) => {
  const key = keyIn(file);
  closeSync(file);
  return key;
});
let holder: KeyHolder | null = null;

/** What each request is answered with, by its name. */
const ANSWERS: Readonly<
  Record<string, (parts: readonly Buffer[]) => Promise<readonly (string | Uint8Array)[]>>
> = {
  ping: async () => [],
  begin: async ([sample]) => begin(sample?.toString() ?? ''),
  seal: async ([secret = Buffer.alloc(0), ...binding]) => [await keys().seal(secret, bindingOf(binding))],
  open: async ([sealed = Buffer.alloc(0), ...binding]) => [
    await keys().open(sealed.toString(), bindingOf(binding)),
  ],
  trouble: async (key) => [(await keys().trouble(sealedKeyOf(key))) ?? ''],
  sign: async ([bytes = Buffer.alloc(0), ...key]) => [await keys().sign(sealedKeyOf(key), bytes)],
};

/** The names of the master keys; the number of the file that holds none, otherwise. */
function begin(sample: string): readonly string[] {
  const [master, other = null] = masters;
  const malformed = masters.indexOf(null);
  if (master === null || master === undefined || malformed >= 0) return ['malformed', String(malformed)];
  holder = holdKeys({ master, other, sample: sample === '' ? null : sample });
  return ['held', ...holder.masters];
}

function keys(): KeyHolder {
  if (holder === null) throw new Error('nothing has begun');
  return holder;
}

function bindingOf([owner, purpose]: readonly Buffer[]) {
  return { owner: String(owner), purpose: String(purpose) };
}

function sealedKeyOf([certificateId, sealed, publicKeySpki, ...binding]: readonly Buffer[]): SealedKey {
  return {
    binding: bindingOf(binding),
    certificateId: String(certificateId),
    sealedPrivateKey: String(sealed),
    publicKeySpki: publicKeySpki ?? Buffer.alloc(0),
  };
}

async function answer(message: Buffer): Promise<void> {
  const [id = '', name, ...parts] = partsOf(message);
  const say = (...answered: readonly (string | Uint8Array)[]) =>
    process.stdout.write(lengthPrefixed(lengthPrefixed(id, ...answered)));
  try {
    const make = ANSWERS[String(name)];
    if (make === undefined) throw new Error('there is no such request');
    say('answered', ...(await make(parts)));
  } catch (error) {
    if (error instanceof SealError) say('not_opened', error.failure);
    else say('failed', error instanceof Error ? error.message : '');
  }
}

process.stdin
  .on(
    'data',
    createPartReader(MOST_BYTES, (message) => void answer(message)),
  )
  .once('end', () => process.exit(0))
  .once('error', () => process.exit(1));
process.stdout.once('error', () => process.exit(1));
