import { expect, it } from 'vitest';
import { controlNumberOf, establishmentOf } from '../../../test/support/identifiers.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import { LeftOutSums, leftOutCents } from './left-out.ts';

function unstamped(
  tipoDte: TipoDte,
  state: 'contingency' | 'rejected',
  [grossCents, vatCents]: readonly [bigint, bigint],
) {
  const numeroControl = controlNumberOf(`DTE-${tipoDte}-M001P001-000000000000001`);
  return {
    tipoDte,
    state,
    grossCents,
    vatCents,
    numeroControl,
    establishment: establishmentOf('M001'),
    issuedMs: 0,
  };
}

it('adds up by reason, notes taken off and purchases apart', () => {
  const sums = new LeftOutSums();
  const all = [
    unstamped('03', 'contingency', [11_300n, 1_300n]),
    unstamped('05', 'contingency', [2_260n, 260n]),
    unstamped('14', 'contingency', [5_000n, 0n]),
    unstamped('01', 'rejected', [113n, 13n]),
    unstamped('01', 'contingency', [1n, 0n]),
  ];
  for (const one of all) sums.add(one);
  expect(sums.sums()).toEqual([
    {
      words: 'Sin sello todavía, ventas menos notas de crédito',
      documents: 3,
      cents: 9_041n,
      vatCents: 1_040n,
    },
    { words: 'Sin sello todavía, compras', documents: 1, cents: 5_000n, vatCents: 0n },
    { words: 'Rechazados, ventas menos notas de crédito', documents: 1, cents: 113n, vatCents: 13n },
  ]);
  expect(all.map(leftOutCents)).toEqual([11_300n, -2_260n, 5_000n, 113n, 1n]);
});
