/** CAT-011, of a line as of the whole of an export: 3 stands for both of them. */
export const GOODS = 1;
export const SERVICES = 2;
