import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'GET', path: '/reports/f07/2026-01/reconciliation' });
