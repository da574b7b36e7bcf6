import { type Exchange, under } from './exchange.ts';

const NO_MONTH = {
  name: 'mes-mal-escrito',
  summary: 'Un mes que no lo es',
  parameters: { month: 'enero' },
  status: 400,
} as const;

/** Examples of what is told and done about a month. */
export const MONTH_EXCHANGES: readonly Exchange[] = [
  ...under('listF07Months', [{ name: 'ejemplo', summary: 'Los meses de una empresa nueva' }]),
  ...under('classifyF07', [
    {
      name: 'ejemplo',
      summary: 'Las ventas de un establecimiento, como servicios',
      parameters: { month: '2026-11' },
      body: { establishment: 'M001', income_type: 2 },
    },
    {
      name: 'sin-codigo',
      summary: 'Sin ningún código que cambiar',
      parameters: { month: '2026-11' },
      body: { establishment: 'M001' },
      status: 400,
    },
  ]),
  ...under('closeF07', [
    {
      name: 'ejemplo',
      summary: 'Un mes sin ventas',
      parameters: { month: '2026-01' },
      body: { codes: '36' },
    },
    NO_MONTH,
  ]),
  ...under('getF07Closing', [
    { name: 'ejemplo', summary: 'Un mes cerrado', parameters: { month: '2026-01' } },
    NO_MONTH,
  ]),
  ...under('getF07ClosedFile', [
    {
      name: 'ejemplo',
      summary: 'El anexo 1 de un mes sin ventas',
      parameters: { month: '2026-01', version: '1', name: 'anexo01-2026-01.csv' },
    },
    {
      name: 'mes-mal-escrito',
      summary: 'Un mes que no lo es',
      parameters: { month: 'enero', version: '1', name: 'control-2026-01.xlsx' },
      status: 400,
    },
  ]),
  ...under('getF07Difference', [
    { name: 'ejemplo', summary: 'Nada cambió', parameters: { month: '2026-01' } },
    NO_MONTH,
  ]),
  ...under('getF07Reconciliation', [
    { name: 'ejemplo', summary: 'Un mes que nadie ha conciliado', parameters: { month: '2026-01' } },
    NO_MONTH,
  ]),
];
