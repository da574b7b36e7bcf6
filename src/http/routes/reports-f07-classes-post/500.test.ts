import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'POST', path: '/reports/f07/2026-01/classes', body: () => ({ income_type: 2 }) });
