import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import type { Company } from '../../core/company/company.ts';
import type { DocumentRead } from '../documents/reading-ports.ts';
import { authenticate } from './authenticate.ts';
import { createBuckets } from './buckets.ts';
import { createHolder, holding } from './holding.ts';
import { createPlaces, PLACE_LIMITS } from './places.ts';
import type { Admission, KeyCheck, KnownKey, PresentedKey } from './ports.ts';

const HMAC = new Uint8Array([1, 2, 3]);
const PRESENTED: PresentedKey = { ambiente: '00', publicId: 'abc', secret: 'right' };
const KNOWN: KnownKey = { keyId: 'key-1', ambiente: '00', secretHmac: HMAC, companyId: 'company-1' };
const READ: DocumentRead = { idOrRef: 'ref', bytes: false };

interface Scene {
  /** What the text is read as; null where it is no key. */
  readonly presented?: PresentedKey | null;
  /** What this node has found before. */
  readonly remembered?: KnownKey | null;
  /** What the database has. */
  readonly stored?: KnownKey | null;
  readonly company?: Company;
  /** Whether the key that was found still lives when it is admitted. */
  readonly lives?: boolean;
  /** Whether a window of the key is known to be used up. */
  readonly shut?: boolean;
}

function admissionOf({ keyId, companyId }: KnownKey, company: Company): Admission {
  return {
    caller: { keyId, companyId, company, limits: { perMinute: 120, perHour: 5000 }, linksEpoch: 0 },
    standing: {
      exceeded: null,
      remainingMinute: 119,
      remainingHour: 4999,
      resetMinute: 60,
      resetHour: 3600,
      retryAfter: 0,
    },
    found: null,
  };
}

/** A house with one key, that notes what it remembered, looked up, compared and admitted. */
function house(scene: Scene) {
  const { presented = PRESENTED, remembered = null, stored = null, company = exampleCompany() } = scene;
  const lookups: string[] = [];
  const compares: (readonly [string, Uint8Array | null])[] = [];
  const admitted: unknown[] = [];
  const check: KeyCheck = {
    parse: () => presented,
    matches(secret, stored) {
      compares.push([secret, stored?.secretHmac ?? null]);
      return stored !== null && secret === 'right';
    },
    learn: async () => undefined,
  };
  const keys = {
    remembered: (publicId: string) => (publicId === presented?.publicId ? remembered : null),
    async lookUp(publicId: string) {
      lookups.push(publicId);
      return publicId === presented?.publicId ? stored : null;
    },
  };
  const gate = {
    refusal: async (key: KnownKey) => (scene.shut === true ? admissionOf(key, company) : null),
    async admit(key: KnownKey, read: DocumentRead | null) {
      admitted.push([key, read]);
      return scene.lives === false ? null : admissionOf(key, company);
    },
  };
  const places = createPlaces(STILL, ONE_AT_A_TIME);
  const strangers = createPlaces(STILL, ONE_AT_A_TIME);
  const unknownKeys = createBuckets(() => 0, { burst: 4, perSecond: 1 });
  const ports = { keys, keyCheck: check, gate, places, strangers, unknownKeys };
  const enter = () =>
    authenticate(ports, { text: 'the text of a key', from: '192.0.2.1', read: READ, holder: createHolder() });
  /** Null where the caller is nobody. */
  const caller = async () => {
    const entry = await enter();
    return entry.kind === 'admitted' ? entry.admission : null;
  };
  return { lookups, compares, admitted, caller, enter, places, strangers };
}

/** A clock that stands still. */
const STILL = { monotonic: () => 0, sleep: () => new Promise<void>(() => undefined) };
const ONE_AT_A_TIME = { ...PLACE_LIMITS, places: 1, shared: 1, leastShare: 1, linePerPlace: 0 };

/** A key that is in the database, and one that this node knows from before. */
const PLACES = [
  ['looked up', (key: KnownKey) => ({ stored: key })],
  ['remembered', (key: KnownKey) => ({ stored: key, remembered: key })],
] as const;

describe('the caller behind a key', () => {
  it.each(PLACES)('that is %s is admitted, with what it asks for', async (_place, sceneOf) => {
    const { caller, admitted } = house(sceneOf(KNOWN));
    expect(await caller()).toEqual(admissionOf(KNOWN, exampleCompany()));
    expect(admitted).toEqual([[KNOWN, READ]]);
  });

  describe.each(PLACES)('that is %s', (_place, sceneOf) => {
    it.each<[string, Scene]>([
      ['a malformed text', { presented: null }],
      ['a wrong secret', { ...sceneOf(KNOWN), presented: { ...PRESENTED, secret: 'wrong' } }],
      [
        'a key that says another environment',
        { ...sceneOf(KNOWN), presented: { ...PRESENTED, ambiente: '01' } },
      ],
      ['a key made for another environment', sceneOf({ ...KNOWN, ambiente: '01' })],
    ])('is nobody for %s, which is admitted nowhere', async (_title, scene) => {
      const { caller, admitted } = house(scene);
      expect(await caller()).toBeNull();
      expect(admitted).toEqual([]);
    });

    it.each<[string, Scene]>([
      ['a key that was revoked meanwhile', { ...sceneOf(KNOWN), lives: false }],
      [
        'a key of the company’s former environment',
        { ...sceneOf(KNOWN), company: exampleCompany({ environment: '01' }) },
      ],
      [
        'both environments wrong together',
        { ...sceneOf({ ...KNOWN, ambiente: '01' }), presented: { ...PRESENTED, ambiente: '01' } },
      ],
    ])('is nobody for %s', async (_title, scene) => {
      expect(await house(scene).caller()).toBeNull();
    });
  });

  it('is nobody for an unknown or revoked key', async () => {
    const { caller, admitted } = house({});
    expect([await caller(), admitted]).toEqual([null, []]);
  });

  it('costs no look-up where the key is genuine and this node knows it', async () => {
    const { caller, lookups, compares } = house({ stored: KNOWN, remembered: KNOWN });
    expect(await caller()).not.toBeNull();
    expect([lookups, compares]).toEqual([[], [['right', HMAC]]]);
  });

  it.each<[string, Scene, readonly (Uint8Array | null)[]]>([
    ['is not remembered', { stored: KNOWN }, [null, HMAC]],
    ['is not there', {}, [null, null]],
    ['has another secret', { stored: KNOWN, presented: { ...PRESENTED, secret: 'wrong' } }, [null, HMAC]],
    [
      'has another secret than the one remembered',
      { stored: KNOWN, remembered: KNOWN, presented: { ...PRESENTED, secret: 'wrong' } },
      [HMAC, HMAC],
    ],
    [
      'says another environment than the one remembered',
      { stored: KNOWN, remembered: KNOWN, presented: { ...PRESENTED, ambiente: '01' } },
      [HMAC, HMAC],
    ],
  ])('costs one look-up and two compares for a key that %s', async (_title, scene, compared) => {
    const { caller, lookups, compares } = house(scene);
    await caller();
    expect(lookups).toEqual(['abc']);
    expect(compares.map(([, hmac]) => hmac)).toEqual(compared);
  });

  it('costs a look-up of nobody and two compares for a text that is no key', async () => {
    const { caller, lookups, compares } = house({ presented: null, stored: KNOWN, remembered: KNOWN });
    expect(await caller()).toBeNull();
    expect(lookups).toEqual(['']);
    expect(compares).toEqual([
      ['', null],
      ['', null],
    ]);
  });
});

describe('a place for a caller', () => {
  const KEY = { stored: KNOWN, remembered: KNOWN };

  it('is held from the admission until it is left', async () => {
    const { enter } = house(KEY);
    const first = await enter();
    expect(await enter()).toEqual({ kind: 'busy', key: KNOWN });
    if (first.kind === 'admitted') first.place.leave();
    expect(await enter()).toMatchObject({ kind: 'admitted' });
  });

  it('is not taken where a window of the key is used up', async () => {
    const { enter, places, admitted } = house({ ...KEY, shut: true });
    await places.enter({ companyId: KNOWN.companyId, keyId: 'another' }, createHolder());
    expect(await enter()).toMatchObject({ kind: 'admitted' });
    expect(admitted).toEqual([]);
  });

  it.each<[string, Scene]>([
    ['lives no longer', { ...KEY, lives: false }],
    ['is of the former environment', { ...KEY, company: exampleCompany({ environment: '01' }) }],
  ])('is given back by a key that %s', async (_title, scene) => {
    const { enter, places } = house(scene);
    expect(await enter()).toEqual({ kind: 'unauthorized' });
    expect(places.enter(KNOWN, createHolder())).not.toBeNull();
  });

  it('is given back where the admission fails', async () => {
    const { places } = house(KEY);
    const broken = {
      refusal: async () => null,
      admit: () => Promise.reject(new Error('the database is away')),
    };
    const check: KeyCheck = { parse: () => PRESENTED, matches: () => true, learn: async () => undefined };
    const keys = { remembered: () => KNOWN, lookUp: async () => KNOWN };
    const unknownKeys = createBuckets(() => 0, { burst: 1, perSecond: 1 });
    const ports = { keys, keyCheck: check, gate: broken, places, strangers: places, unknownKeys };
    const entry = holding((holder) => authenticate(ports, { text: '', from: '', read: null, holder }));
    await expect(entry).rejects.toThrow('away');
    expect(places.enter(KNOWN, createHolder())).not.toBeNull();
  });

  it('among strangers is taken for a look-up alone, and is refused where there is none', async () => {
    const { enter, strangers, lookups } = house({});
    expect([await enter(), await enter()]).toEqual([{ kind: 'unauthorized' }, { kind: 'unauthorized' }]);
    const place = await strangers.enter({ companyId: '192.0.2.1', keyId: '' }, createHolder());
    expect(await enter()).toEqual({ kind: 'busy', key: null });
    expect(lookups).toHaveLength(2);
    place?.leave();
    expect(await enter()).toEqual({ kind: 'unauthorized' });
  });

  it('is looked for no more for an address that presents unknown keys without end', async () => {
    const { enter, lookups } = house({});
    for (let i = 0; i < 4; i += 1) expect(await enter()).toEqual({ kind: 'unauthorized' });
    expect(await enter()).toEqual({ kind: 'busy', key: null });
    expect(lookups).toHaveLength(4);
  });

  it('of a known key counts for no address', async () => {
    const { enter } = house({ ...KEY, remembered: KNOWN });
    for (let i = 0; i < 3; i += 1) {
      const entry = await enter();
      expect(entry.kind).toBe('admitted');
      if (entry.kind === 'admitted') entry.place.leave();
    }
  });
});
