import { describeTwoHosts } from '../../../../test/support/route-suites.ts';

describeTwoHosts('/invalidate/status/x');
