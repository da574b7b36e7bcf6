import type { OrderLine, SaleType } from '../drafting/order.ts';
import { GOODS, SERVICES } from '../dte/item-types.ts';
import { cycled, upTo } from './cycle.ts';

/** Things that are sold: units of CAT-014, VAT included, with cents and parts of cents. */
const WARES = [
  {
    description: 'Pan francés',
    unit: '59',
    unitPrice: '0.15',
    quantity: '24',
    itemType: GOODS,
    code: 'PAN-1',
  },
  {
    description: 'Café tostado y molido',
    unit: '36',
    unitPrice: '4.75',
    quantity: '2.5',
    itemType: GOODS,
    code: 'CAFE-1',
  },
  {
    description: 'Servicio de mantenimiento',
    unit: '99',
    unitPrice: '135.60',
    quantity: '1',
    itemType: SERVICES,
    code: null,
  },
  {
    description: 'Cable eléctrico calibre 12',
    unit: '1',
    unitPrice: '0.8475',
    quantity: '150',
    itemType: GOODS,
    code: 'CAB-12',
  },
  {
    description: 'Aceite vegetal',
    unit: '23',
    unitPrice: '2.35',
    quantity: '12',
    itemType: GOODS,
    code: 'ACE-1',
  },
  {
    description: 'Consultoría por hora',
    unit: '99',
    unitPrice: '56.50',
    quantity: '3',
    itemType: SERVICES,
    code: 'CONS',
  },
  {
    description: 'Cemento gris',
    unit: '34',
    unitPrice: '0.226',
    quantity: '42.5',
    itemType: GOODS,
    code: 'CEM-1',
  },
  {
    description: 'Monitor de 24 pulgadas',
    unit: '59',
    unitPrice: '186.45',
    quantity: '2',
    itemType: GOODS,
    code: 'MON-24',
  },
  { description: 'Huevos', unit: '58', unitPrice: '2.10', quantity: '5', itemType: GOODS, code: null },
] as const;

/** Percent; most lines have none. */
const DISCOUNTS = ['0', '0', '10', '0', '0', '5', '0', '12.5'];

/** The classes of a sale's lines by turns: mostly taxed, sometimes mixed, sometimes of one other class. */
const CLASSES: readonly (readonly SaleType[])[] = [
  ['taxed'],
  ['taxed', 'exempt'],
  ['taxed'],
  ['taxed', 'taxed', 'non_subject'],
  ['exempt'],
  ['taxed'],
  ['taxed', 'exempt', 'non_subject'],
  ['non_subject'],
];

/** Up to this many lines in a sale. */
const MOST_LINES = 4;

function ware(number: number, index: number): OrderLine {
  const item = cycled(WARES, number * 2 + index * 5);
  return {
    ...item,
    discountPercentage: cycled(DISCOUNTS, number + index),
    saleType: 'taxed',
    isService: false,
  };
}

function lineCount(number: number): number {
  return 1 + (number % MOST_LINES);
}

/** The lines of the n-th sale: goods and services of all three classes. */
export function soldLines(number: number): readonly OrderLine[] {
  const classes = cycled(CLASSES, number);
  return upTo(Math.max(lineCount(number), classes.length)).map((index) => ({
    ...ware(number, index),
    saleType: cycled(classes, index - 1),
  }));
}

/** The lines of the n-th export of goods or of services: no VAT, and so of no class. */
export function exportedLines(number: number, itemType: number): readonly OrderLine[] {
  return upTo(lineCount(number)).map((index) => ({ ...ware(number, index), itemType }));
}

/** The lines of the n-th purchase from somebody who is not registered; income tax is retained on the services. */
export function boughtLines(number: number): readonly OrderLine[] {
  return upTo(lineCount(number)).map((index) => {
    const line = ware(number, index);
    return { ...line, isService: line.itemType === SERVICES };
  });
}
