import { createHash } from 'node:crypto';
import type { Draft } from '../../src/core/drafting/order.ts';
import type { Identity } from '../../src/core/dte/document-text.ts';
import type { SchemaGeneration, TipoDte } from '../../src/core/dte/kinds.ts';
import {
  type CodigoGeneracion,
  parseCodigoGeneracion,
  segmentOf,
} from '../../src/core/identifiers/official.ts';
import { identifier } from '../../src/core/identifiers/text.ts';
import { controlNumberOf } from '../support/identifiers.ts';

interface Series {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  /** Milliseconds since the epoch. */
  readonly postedMs: number;
}

/** Hands out number, code and instant; no two documents of one source share a number or a code. */
export function identitiesOf({ tipoDte, generation, postedMs }: Series): (draft: Draft) => Identity {
  let issued = 0;
  return ({ establishment, pointOfSale }) => {
    issued += 1;
    const segment = segmentOf({ establishment, pointOfSale });
    return {
      tipoDte,
      generation,
      postedMs,
      ambiente: '00',
      numeroControl: controlNumberOf(`DTE-${tipoDte}-${segment}-${String(issued).padStart(15, '0')}`),
      codigoGeneracion: generationCode(`${tipoDte}/${generation}/${issued}`),
    };
  };
}

/** A UUID of version 4 in capitals that depends on nothing but the text. */
export function generationCode(text: string): CodigoGeneracion {
  const hex = createHash('sha256').update(text).digest('hex').toUpperCase();
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return identifier(parseCodigoGeneracion, groups.join('-'));
}
