import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'POST', path: '/rehearsals', body: () => ({}) });
