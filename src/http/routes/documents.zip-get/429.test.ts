import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'GET', path: '/documents.zip' });
