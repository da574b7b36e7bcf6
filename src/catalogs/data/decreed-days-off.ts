// Generated from the catalog facts by `node tools/catalogs/generate.ts <folder of facts>`; do not edit by hand.
import type { DecreedDayOff, PublishedList } from '../catalog.ts';

export const decreedDaysOff: PublishedList<DecreedDayOff> = {
  title: 'Días de asueto por decreto, una sola vez',
  source: { title: 'Código de Trabajo, leyes y decretos de asueto; Calendario Tributario 2026', publisher: 'Asamblea Legislativa y Ministerio de Hacienda (El Salvador)', published: '2026' },
  count: 5,
  rows: [
    { date: '2022-09-16', name: 'Asueto extraordinario (Independencia)', law: 'Decreto legislativo de 14-09-2022' },
    { date: '2022-12-26', name: 'Asueto extraordinario (25-12-2022 cayó domingo)', law: 'Decreto legislativo transitorio, diciembre 2022' },
    { date: '2023-01-02', name: 'Asueto extraordinario (01-01-2023 cayó domingo)', law: 'Decreto legislativo transitorio, diciembre 2022' },
    { date: '2023-07-07', name: 'Asueto extraordinario (Juegos Centroamericanos y del Caribe)', law: 'Decreto legislativo de 20-06-2023' },
    { date: '2024-06-18', name: 'Asueto extraordinario (emergencia por lluvias)', law: 'Decreto legislativo de 17-06-2024' },
  ],
};
