import type { Cancellation, PaperForm, PaperOrder } from '../../src/operations/files/ports.ts';
import { controlNumberOf, sealOf } from '../../test/support/identifiers.ts';
import { longDocument } from '../../test/support/long-document.ts';
import { goldenSignedFile, SELLO } from '../../test/support/signed-file.ts';
import { exampleLogo } from './example-logo.ts';

/** A picture of docs/gallery: a page of a paper. */
export interface Exhibit {
  readonly file: string;
  readonly order: PaperOrder;
  /** Counted from the end where it is below nothing. */
  readonly page: number;
}

const COLOR = '#0b6e4f';
const LETTER: PaperForm = { kind: 'letter' };
const HARDWARE = '03-credito-fiscal-v2/01-hardware-on-30-days-credit';
const NOTE = { numeroControl: controlNumberOf('DTE-05-M001P001-000000000000007'), isSealed: true };

/** An order of the company of the gallery, with its logo and colour. */
export function orderOf(signedFile: string, form: PaperForm, cancellation?: Cancellation): PaperOrder {
  const branding = { logo: exampleLogo(COLOR), color: COLOR };
  return { form, signedFile, rejection: null, cancellation: cancellation ?? { kind: 'none' }, branding };
}

/** The richest case of each type, which is there in both generations. */
const TYPES: readonly (readonly [string, string])[] = [
  ['01-factura', '09-observations-and-appendix'],
  ['03-credito-fiscal', '01-hardware-on-30-days-credit'],
  ['05-nota-credito', '02-full-note-with-retention'],
  ['11-exportacion', '04-honey-cif-with-freight-and-insurance'],
  ['14-sujeto-excluido', '01-carpenter-work-and-hinges'],
];

function typeExhibits(): readonly Exhibit[] {
  return TYPES.flatMap(([type, name]) =>
    ['v1', 'v2'].map((generation) => ({
      file: `${type}-${generation}`,
      order: orderOf(goldenSignedFile(`${type}-${generation}/${name}`), LETTER),
      page: 1,
    })),
  );
}

function longExhibits(): readonly Exhibit[] {
  return [40, 300].flatMap((lines) => {
    const order = orderOf(longDocument(lines), LETTER);
    return [
      { file: `lines-${lines}-first`, order, page: 1 },
      { file: `lines-${lines}-last`, order, page: -1 },
    ];
  });
}

function ticketExhibits(): readonly Exhibit[] {
  const plain = { logo: null, color: null };
  const cash = '01-factura-v2/01-bakery-cash-sale';
  return [
    {
      file: 'ticket-80',
      order: orderOf(goldenSignedFile('01-factura-v2/04-mixed-pharmacy-sale'), {
        kind: 'ticket',
        widthMm: 80,
      }),
      page: 1,
    },
    {
      file: 'ticket-58',
      order: { ...orderOf(goldenSignedFile(cash), { kind: 'ticket', widthMm: 58 }), branding: plain },
      page: 1,
    },
    {
      file: 'ticket-waiting',
      order: { ...orderOf(goldenSignedFile(cash, null), { kind: 'ticket', widthMm: 80 }), branding: plain },
      page: 1,
    },
  ];
}

function standingExhibits(): readonly Exhibit[] {
  const invalidated: Cancellation = { kind: 'invalidated', isSealed: true, sello: sealOf(SELLO) };
  const coffee = orderOf(goldenSignedFile('11-exportacion-v2/01-coffee-fob'), LETTER, invalidated);
  return [
    { file: 'waiting', order: orderOf(goldenSignedFile(HARDWARE, null), LETTER), page: 1 },
    {
      file: 'adjusted',
      order: orderOf(goldenSignedFile(HARDWARE), LETTER, { kind: 'adjusted', notes: [NOTE] }),
      page: 1,
    },
    { file: 'invalidated', order: { ...coffee, branding: { logo: null, color: null } }, page: 1 },
  ];
}

/** Everything that docs/gallery shows. */
export function showcase(): readonly Exhibit[] {
  return [...typeExhibits(), ...longExhibits(), ...ticketExhibits(), ...standingExhibits()];
}
