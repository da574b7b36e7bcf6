/** A company that does not exist, in the words of a company file. */
export const SANDBOX_COMPANY_FILE = {
  slug: 'panaderia-la-espiga',
  environment: '00',
  nit: '06141503191010',
  nrc: '1234567',
  name: 'Panadería La Espiga, S.A. de C.V. (ficticia)',
  trade_name: 'Panadería La Espiga',
  activity_code: '10712',
  phone: '2222-0000',
  email: 'facturas@espiga.example',
  address: 'Calle Ficticia 10, Colonia Ejemplo',
  department: '06',
  municipality: '23',
  district_code: '14',
  schema_generation: 'v2',
  establishments: [{ code: 'M001', points_of_sale: ['P001'] }],
  invalidation: {
    responsible: { name: 'Persona de Prueba', document_type: '37', document_number: 'PRUEBA-1' },
    requester: { name: 'Persona de Prueba', document_type: '37', document_number: 'PRUEBA-1' },
    default_reason: 'Prueba',
  },
  contingency: {
    responsible: { name: 'Persona de Prueba', document_type: '37', document_number: 'PRUEBA-1' },
  },
} as const;
