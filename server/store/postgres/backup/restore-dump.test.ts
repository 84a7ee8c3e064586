import { expect, test } from 'vitest';
import { foreignParts } from './restore-dump.ts';

const OWN = `;     dbname: framme
6; 2615 16622 SCHEMA - framme anna
219; 1259 16436 TABLE framme accounts anna
3494; 0 16388 TABLE DATA framme households anna
3499; 0 16487 TABLE DATA framme tickets anna
216; 1259 16390 SEQUENCE framme households_number_seq anna
3511; 0 0 SEQUENCE SET framme notices_id_seq anna
3299; 2606 16444 CONSTRAINT framme accounts one_account_an_email anna
3330; 2606 16593 CONSTRAINT framme outcomes outcomes_pkey anna
3295; 1259 16450 INDEX framme accounts_by_household anna
3345; 2606 16603 FK CONSTRAINT framme notices notices_household_fkey1 anna
2; 3079 16700 EXTENSION - pg_stat_statements 
3500; 0 0 COMMENT - EXTENSION pg_stat_statements 
3501; 0 0 ACL - SCHEMA framme anna
`;

test('a dump of Framme has nothing foreign, with what an administrator installed or granted', () => {
  expect(foreignParts(OWN)).toEqual([]);
  expect(foreignParts('; Archive\n219; 1259 16436 TABLE public accounts anna\n')).toBeUndefined();
});

test.each([
  '3346; 2620 16612 TRIGGER framme accounts evil',
  '235; 1255 16611 FUNCTION framme f()',
  '232; 1259 16613 VIEW framme my view',
  '232; 1259 16613 MATERIALIZED VIEW framme accounts',
  '233; 1259 16618 TABLE framme extra',
  '233; 1259 16618 TABLE framme accounts extra',
  '234; 1259 16623 TABLE odd accounts',
  '216; 1259 16390 SEQUENCE framme accounts_number_seq',
  '6; 2615 16622 SCHEMA - odd',
  '3300; 1259 16617 INDEX framme other',
  '3490; 2618 16621 RULE framme accounts r',
  '3492; 3256 16626 POLICY framme accounts p',
  '3299; 2606 16444 CONSTRAINT framme accounts odd',
  '9; 3466 16999 EVENT TRIGGER - accounts',
])('%s is named', (entry) => {
  const [, kind = '', name = ''] = /\d ([A-Z][A-Z ]+) (.*)$/.exec(entry) ?? [];
  expect(foreignParts(`${OWN}${entry} anna\n`)).toEqual([
    `the ${kind.toLowerCase()} ${name} is none of Framme`,
  ]);
});
