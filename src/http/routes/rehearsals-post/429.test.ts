import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'POST', path: '/rehearsals', body: () => ({}) });
