import { expect, it } from 'vitest';
import { contingenciaOf } from './contingencia.ts';

it('carries the company’s reason for type 5 alone', () => {
  expect(contingenciaOf({ type: 5, reason: 'Inundación del local' })).toEqual({
    tipo: 5,
    motivo: 'Inundación del local',
  });
  expect(contingenciaOf({ type: 1, reason: 'de otra vez' })).toEqual({ tipo: 1, motivo: null });
});
