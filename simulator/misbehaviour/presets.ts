import type { JsonRecord } from '../exact/json.ts';

/** One entry of a preset, as `PUT /_sim/faults` would take it. */
type Entry = JsonRecord & { readonly probability: number; readonly action: string };

function evenly(action: string, probability: number): readonly Entry[] {
  const half = { action, probability: probability / 2 };
  return [
    { ...half, when: 'before' },
    { ...half, when: 'after' },
  ];
}

/**
 * Thirteen ways to go wrong that no service is spared; where an action can strike before and after the call is
 * processed, it does both. No false verdict is among them: who keeps asking ends with the truth, so that every good
 * document can get its one stamp.
 */
const WEATHER: readonly Entry[] = [
  ...evenly('silence', 0.05),
  ...evenly('reset', 0.05),
  ...evenly('status', 0.04),
  ...evenly('html', 0.03),
  ...evenly('empty', 0.03),
  { action: 'truncated', probability: 0.03 },
  { action: 'drip', probability: 0.02 },
  { action: 'oversized', probability: 0.02 },
  ...evenly('wrong_echo', 0.03),
  ...evenly('no_sello', 0.02),
  ...evenly('malformed_sello', 0.02),
  { action: 'expired_token', probability: 0.02 },
  { action: 'zombie', forMs: 2000, probability: 0.02 },
];

/** Codes that are no verdict. */
const NO_VERDICT: readonly Entry[] = [
  { action: 'code', codigoMsg: '022', probability: 0.01 },
  { action: 'code', codigoMsg: '099', when: 'after', probability: 0.01 },
];

/** For services whose answers have no code, so that only a rejection could be made of one. */
const MORE_STATUS: readonly Entry[] = [{ action: 'status', status: 500, probability: 0.02 }];

/** Named sets of probabilities, by service. On a bad day two of five calls of each go wrong, in fourteen ways. */
export const PRESETS: Readonly<Record<string, Readonly<Record<string, readonly Entry[]>>>> = {
  'bad-day': {
    all: WEATHER,
    recepcion: NO_VERDICT,
    consulta: NO_VERDICT,
    lote: NO_VERDICT,
    consultalote: NO_VERDICT,
    invalidacion: NO_VERDICT,
    auth: MORE_STATUS,
    contingencia: MORE_STATUS,
  },
};
