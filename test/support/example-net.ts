import type { NetItem, NetTotals } from '../../src/core/drafting/net-lines.ts';
import type { ContribuyenteParty } from '../../src/core/dte/receptor.ts';
import { decimal } from '../../src/core/money/decimal.ts';
import { nitOf, nrcOf } from './identifiers.ts';

/** A line of which every amount is another, so that no two can be confused. */
export const DISTINCT_ITEM: NetItem = {
  tipoItem: 3,
  cantidad: decimal('2.5'),
  codigo: 'C-1',
  uniMedida: 59,
  descripcion: 'Caja',
  precioUni: decimal('0.00000001'),
  montoDescu: decimal('0.2'),
  ventaNoSuj: decimal('0.3'),
  ventaExenta: decimal('0.4'),
  ventaGravada: decimal('0.5'),
};

/** A summary of which every amount is another. */
export const DISTINCT_TOTALS: NetTotals = {
  totalNoSuj: decimal('1'),
  totalExenta: decimal('2'),
  totalGravada: decimal('3'),
  subTotalVentas: decimal('4'),
  totalDescu: decimal('5'),
  iva: decimal('6'),
  ivaPerci: decimal('7'),
  ivaRete: decimal('8'),
};

export const CONTRIBUYENTE: ContribuyenteParty = {
  nit: nitOf('06140101900020'),
  nrc: nrcOf('1234567'),
  nombre: 'Ferretería Ejemplo',
  codActividad: '46631',
  descActividad: 'Venta al por mayor',
  nombreComercial: 'La Tuerca',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 9' },
  telefono: '2200-0000',
  correo: 'compras@ejemplo.com',
};
