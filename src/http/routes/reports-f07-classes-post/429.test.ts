import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'POST', path: '/reports/f07/2026-01/classes', body: () => ({ income_type: 2 }) });
