import { describe, expect, it } from 'vitest';
import { exampleParty } from '../../../test/support/example-order.ts';
import type { PartyOrder } from '../drafting/order.ts';
import { complementoOf } from '../dte/fitted-text.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { resolveTerritory } from '../territory/resolve-territory.ts';
import { placeWarnings } from './place-warnings.ts';

const ISSUER = { departamento: '06', municipio: '23', distrito: '14' };

/** What is told of the place that drafting makes of these fields. */
function told(place: Partial<PartyOrder>, generation: SchemaGeneration): readonly string[] {
  const party = exampleParty(place);
  const { department, municipality, district, districtCode } = party;
  const resolution = resolveTerritory(
    {
      department: department ?? undefined,
      municipality: municipality ?? undefined,
      district: district ?? undefined,
      districtCode: districtCode ?? undefined,
    },
    ISSUER,
    generation,
  );
  if (resolution.kind === 'problem') throw new Error(resolution.message);
  const { departamento, municipio, distrito } = resolution.territory;
  const complemento = complementoOf({ address: 'Calle 1', territory: resolution.territory }, generation);
  const direccion = { departamento, municipio, complemento, ...(generation === 'v2' ? { distrito } : {}) };
  return placeWarnings(party, direccion, 'customer').map(
    ({ code, path, message }) => `${code} ${path}: ${message}`,
  );
}

describe.each(['v1', 'v2'] as const)('the place of a party in %s', (generation) => {
  it.each<readonly [string, Partial<PartyOrder>, readonly string[]]>([
    [
      'is the issuer’s where none is sent',
      {},
      [
        'place_assumed customer: Sin lugar, el documento lleva el del establecimiento que emite: San Salvador (14), San Salvador Centro.',
      ],
    ],
    ['is as sent with its district', { district: '062314' }, []],
    [
      'is as sent with the code of its district',
      { department: '06', municipality: '0623', districtCode: '14' },
      [],
    ],
    [
      'is guessed where the municipality is the issuer’s',
      { department: '06', municipality: '0623' },
      [
        'district_guessed customer.municipality: Sin distrito, el documento lleva San Salvador (14), San Salvador Centro; ese municipio tiene 5 distritos.',
      ],
    ],
    [
      'is guessed where it is another',
      { department: '06', municipality: '20' },
      [
        'district_guessed customer.municipality: Sin distrito, el documento lleva Aguilares (01), San Salvador Norte; ese municipio tiene 3 distritos.',
      ],
    ],
    [
      'is translated from a code from before 2024',
      { department: '06', municipality: '14' },
      [
        'old_code_translated customer.municipality: El código «14» es anterior a 2024: el documento lleva San Salvador (14), San Salvador Centro, municipio «23».',
      ],
    ],
    [
      'is what district says, whatever stands beside it',
      { district: '062314', department: '05', municipality: '0623', districtCode: '99' },
      [
        'field_ignored customer.department: No se toma en cuenta: decide district, que es San Salvador (14), San Salvador Centro.',
        'field_ignored customer.district_code: No se toma en cuenta: decide district, que es San Salvador (14), San Salvador Centro.',
      ],
    ],
  ])('%s', (_, place, expected) => {
    expect(told(place, generation)).toEqual(expected);
  });
});

it('is nobody’s guess abroad', () => {
  expect(told({ department: '00', municipality: '00' }, 'v2')).toEqual([]);
});
