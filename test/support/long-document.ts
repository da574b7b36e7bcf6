import { issueGolden } from '../golden/golden-case.ts';
import { signedFileOf } from './signed-file.ts';

/** What a hardware store sells: code, description, price, unit of CAT-014. */
const GOODS: readonly (readonly [string, string, number, string])[] = [
  ['CEM-42', 'Cemento gris, bolsa de 42.5 kg', 9.15, '59'],
  ['VAR-38', 'Varilla corrugada de 3/8 de pulgada', 5.6, '59'],
  ['ALA-01', 'Alambre de amarre', 0.95, '36'],
  ['BLO-15', 'Bloque de concreto de 15 x 20 x 40 cm', 0.68, '59'],
  ['PIN-GL', 'Pintura látex para exteriores, blanco hueso, cubeta', 74.9, '59'],
  ['TUB-12', 'Tubo de PVC de 1/2 pulgada, 6 m', 4.35, '59'],
  ['COD-12', 'Codo de PVC de 1/2 pulgada', 0.22, '59'],
  ['CLA-25', 'Clavo de 2 1/2 pulgadas', 1.1, '36'],
  ['LAM-12', 'Lámina galvanizada calibre 26, 12 pies', 18.75, '59'],
  ['CAB-14', 'Cable eléctrico THHN 14, rojo', 0.3875, '1'],
  ['FOC-09', 'Foco LED de 9 W', 1.99, '59'],
  ['SIL-30', 'Silicón transparente, cartucho de 300 ml', 3.25, '99'],
  ['DIS-45', 'Disco de corte para metal de 4 1/2 pulgadas', 1.4, '59'],
  ['GUA-CU', 'Guantes de cuero, par', 4.95, '99'],
  ['ARE-M3', 'Arena de río', 22.5, '99'],
  ['PEG-14', 'Pegamento para PVC, 1/4 de galón', 6.85, '59'],
];

/** The signed file of a CCF of the hardware store with so many lines, issued as any other. */
export function longDocument(lines: number): string {
  const { text } = issueGolden('03-credito-fiscal-v2/01-hardware-on-30-days-credit', (body) => ({
    ...Object(body),
    lines: Array.from({ length: lines }, (_, index) => lineOf(index)),
  }));
  return signedFileOf(text);
}

function lineOf(index: number) {
  const [code = '', description = '', price = 0, unit = ''] = GOODS[index % GOODS.length] ?? [];
  return {
    code,
    description,
    unit,
    unit_price: price,
    quantity: unit === '36' ? 2.5 + (index % 7) : 1 + ((index * 7) % 48),
    ...(index % 9 === 4 ? { discount_percentage: 5 } : {}),
  };
}
