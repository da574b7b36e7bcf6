/** What is asked of a list, in the fields of the type `list_filter`. */
export interface Asked {
  readonly says: string;
  readonly filter: Readonly<Record<string, unknown>>;
  /** Documents that are passed over before the page; 0 for the first page. */
  readonly deep?: number;
  /** Milliseconds of the database at the most; 5 unless given. */
  readonly mostMs?: number;
}

/** Pages of 50 documents; where it says so, the ten-thousandth. */
const DEEP = 500_000;
/** A part of a name or a control number may stand anywhere in it. */
const PART_MS = 30;

export const SELECTIONS: readonly Asked[] = [
  { says: 'all', filter: {} },
  { says: 'all, page 10,000', filter: {}, deep: DEEP },
  { says: 'type 01', filter: { doc_types: ['01'] } },
  { says: 'type 14, one of 1,000', filter: { doc_types: ['14'] } },
  { says: 'type 14, far back', filter: { doc_types: ['14'] }, deep: DEEP },
  { says: 'type 05, of which there is none', filter: { doc_types: ['05'] } },
  { says: 'rejected, one of 997', filter: { states: ['rejected'] } },
  { says: 'one point of sale', filter: { establishment: 'M001', point_of_sale: 'P003' } },
  { says: 'a DUI', filter: { dui: 'dui 002454890' } },
  { says: 'a DUI that nobody has', filter: { dui: 'dui 999999999' } },
  { says: 'an NRC', filter: { nrc: 'nrc 4444' } },
  { says: 'an amount', filter: { amount_min: 12_345, amount_max: 12_345 } },
  { says: 'amounts from 20,000 dollars, one of 5,000', filter: { amount_min: 2_000_000 } },
  { says: 'number part: 1234567', filter: { control_number: '1234567' }, mostMs: PART_MS },
  { says: 'a reference', filter: { external_ref: 'venta-1234567' } },
  { says: 'a generation code that nobody has', filter: { generation_code: '0'.repeat(36) } },
  { says: 'invalidated, of which there is none', filter: { invalidated: true } },
  { says: 'name part: consumidor', filter: { customer: 'consumidor' }, mostMs: PART_MS },
  { says: 'name part: zelaya', filter: { customer: 'zelaya' }, mostMs: PART_MS },
  { says: 'name part: elaya won', filter: { customer: 'elaya won' }, mostMs: PART_MS },
  { says: 'name part: elaya won, far back', filter: { customer: 'elaya won' }, deep: DEEP, mostMs: PART_MS },
  { says: 'name part of one customer: wong b4f9c', filter: { customer: 'wong b4f9c' }, mostMs: PART_MS },
  {
    says: 'name part that nobody has: quijano quijano',
    filter: { customer: 'quijano quijano' },
    mostMs: PART_MS,
  },
  { says: 'name part that nobody has: xyzw', filter: { customer: 'xyzw' }, mostMs: PART_MS },
  { says: 'name and type 14', filter: { customer: 'zelaya', doc_types: ['14'] }, mostMs: PART_MS },
];
