/** The sizes of a household stand in its row, which every tap reads and writes: its limits cost no query and no page. */
export const fifthSchema = `
ALTER TABLE households ADD COLUMN sizes TEXT NOT NULL DEFAULT '[]'; -- child, its visitors, and those of them here, as JSON
UPDATE households SET sizes = counted.sizes
  FROM (
    SELECT household, json_group_array(json_array(child, visitors, here) ORDER BY child) AS sizes
    FROM (
      SELECT household, substr(path, 10, instr(substr(path, 10) || '/', '/') - 1) AS child,
        count(*) - 1 AS visitors, count(body ->> '$.openVisit') AS here
      FROM people WHERE path GLOB 'children/*' AND body IS NOT NULL GROUP BY household, child
    ) GROUP BY household
  ) AS counted WHERE counted.household = households.number;
`;
