import { expect, it } from 'vitest';
import { exampleCompany, generationsFile } from '../../../test/support/example-company.ts';
import { eventsOutlook } from './events-outlook.ts';

const CHANGE_MS = Date.UTC(2026, 11, 1, 6);
const V1 = { generation: 'v1', contingencia: 3, invalidacion: 2 };
const V2 = { generation: 'v2', contingencia: 4, invalidacion: 3 };
const DATED = [{ generation: 'v1' }, { generation: 'v2', from: '2026-12-01' }];

it.each<readonly [unknown, number, object]>([
  ['v1', 0, { ...V2, next: null }],
  ['v2', 0, { ...V2, next: null }],
  [generationsFile('v2', 'v1'), 0, { ...V1, next: null }],
  [generationsFile('v1', DATED), CHANGE_MS - 1, { ...V1, next: { generation: 'v2', fromMs: CHANGE_MS } }],
  [generationsFile('v1', DATED), CHANGE_MS, { ...V2, next: null }],
])('of a company with %j at %d are %j', (schema_generation, nowMs, outlook) => {
  expect(eventsOutlook(exampleCompany({ schema_generation }), nowMs)).toEqual(outlook);
});
