import { pace } from './bench/pace.ts';
console.log([pace(), pace(), pace()]);
