// Generated from the catalog facts by `node tools/catalogs/generate.ts <folder of facts>`; do not edit by hand.
import type { Department, PublishedList } from '../catalog.ts';

export const departments: PublishedList<Department> = {
  title: 'Departamento y municipio',
  source: { title: 'Catálogos - Facturación Electrónica - V 1.1', publisher: 'Ministerio de Hacienda, DGII (El Salvador)', published: '2026-07' },
  count: 14,
  rows: [
    { code: '01', name: 'Ahuachapán', municipalities: [{ code: '0113', shortCode: '13', name: 'Ahuachapán Norte' }, { code: '0114', shortCode: '14', name: 'Ahuachapán Centro' }, { code: '0115', shortCode: '15', name: 'Ahuachapán Sur' }] },
    { code: '02', name: 'Santa Ana', municipalities: [{ code: '0214', shortCode: '14', name: 'Santa Ana Norte' }, { code: '0215', shortCode: '15', name: 'Santa Ana Centro' }, { code: '0216', shortCode: '16', name: 'Santa Ana Este' }, { code: '0217', shortCode: '17', name: 'Santa Ana Oeste' }] },
    { code: '03', name: 'Sonsonate', municipalities: [{ code: '0317', shortCode: '17', name: 'Sonsonate Norte' }, { code: '0318', shortCode: '18', name: 'Sonsonate Centro' }, { code: '0319', shortCode: '19', name: 'Sonsonate Este' }, { code: '0320', shortCode: '20', name: 'Sonsonate Oeste' }] },
    { code: '04', name: 'Chalatenango', municipalities: [{ code: '0434', shortCode: '34', name: 'Chalatenango Norte' }, { code: '0435', shortCode: '35', name: 'Chalatenango Centro' }, { code: '0436', shortCode: '36', name: 'Chalatenango Sur' }] },
    { code: '05', name: 'La Libertad', municipalities: [{ code: '0523', shortCode: '23', name: 'La Libertad Norte' }, { code: '0524', shortCode: '24', name: 'La Libertad Centro' }, { code: '0525', shortCode: '25', name: 'La Libertad Oeste' }, { code: '0526', shortCode: '26', name: 'La Libertad Este' }, { code: '0527', shortCode: '27', name: 'La Libertad Costa' }, { code: '0528', shortCode: '28', name: 'La Libertad Sur' }] },
    { code: '06', name: 'San Salvador', municipalities: [{ code: '0620', shortCode: '20', name: 'San Salvador Norte' }, { code: '0621', shortCode: '21', name: 'San Salvador Oeste' }, { code: '0622', shortCode: '22', name: 'San Salvador Este' }, { code: '0623', shortCode: '23', name: 'San Salvador Centro' }, { code: '0624', shortCode: '24', name: 'San Salvador Sur' }] },
    { code: '07', name: 'Cuscatlán', municipalities: [{ code: '0717', shortCode: '17', name: 'Cuscatlán Norte' }, { code: '0718', shortCode: '18', name: 'Cuscatlán Sur' }] },
    { code: '08', name: 'La Paz', municipalities: [{ code: '0823', shortCode: '23', name: 'La Paz Oeste' }, { code: '0824', shortCode: '24', name: 'La Paz Centro' }, { code: '0825', shortCode: '25', name: 'La Paz Este' }] },
    { code: '09', name: 'Cabañas', municipalities: [{ code: '0910', shortCode: '10', name: 'Cabañas Este' }, { code: '0911', shortCode: '11', name: 'Cabañas Oeste' }] },
    { code: '10', name: 'San Vicente', municipalities: [{ code: '1014', shortCode: '14', name: 'San Vicente Norte' }, { code: '1015', shortCode: '15', name: 'San Vicente Sur' }] },
    { code: '11', name: 'Usulután', municipalities: [{ code: '1124', shortCode: '24', name: 'Usulután Norte' }, { code: '1125', shortCode: '25', name: 'Usulután Este' }, { code: '1126', shortCode: '26', name: 'Usulután Oeste' }] },
    { code: '12', name: 'San Miguel', municipalities: [{ code: '1221', shortCode: '21', name: 'San Miguel Norte' }, { code: '1222', shortCode: '22', name: 'San Miguel Centro' }, { code: '1223', shortCode: '23', name: 'San Miguel Oeste' }] },
    { code: '13', name: 'Morazán', municipalities: [{ code: '1327', shortCode: '27', name: 'Morazán Norte' }, { code: '1328', shortCode: '28', name: 'Morazán Sur' }] },
    { code: '14', name: 'La Unión', municipalities: [{ code: '1419', shortCode: '19', name: 'La Unión Norte' }, { code: '1420', shortCode: '20', name: 'La Unión Sur' }] },
  ],
};
