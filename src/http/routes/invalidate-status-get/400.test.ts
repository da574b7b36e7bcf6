import { describeMisspelt } from '../../../../test/support/route-suites.ts';

describeMisspelt('/invalidate/status/x');
