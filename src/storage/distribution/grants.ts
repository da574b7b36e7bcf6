import type pg from 'pg';
import { ask, type Deed, quoted, type Step } from './step.ts';

interface Grant extends Readonly<Record<string, unknown>> {
  readonly relation: string;
  readonly right: string;
  readonly columns: string;
  readonly grantee: string;
}

/**
 * Rights on single columns, which a part may lack that was moved or split. What comes to a part by INSERT names the columns that have a
 * value by themselves, too; whoever writes the table is still refused them there.
 */
export const columnRights: Step = {
  async left(client) {
    const grants = await ask<Grant>(
      client,
      `SELECT g.relation::regclass::text AS relation, g.right, g.grantee::regrole::text AS grantee,
         (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
          WHERE a.attrelid = g.relation AND (a.attnum = ANY (g.columns) OR g.right = 'INSERT' AND a.atthasdef)) AS columns
       FROM (
         SELECT a.attrelid AS relation, x.privilege_type AS right, x.grantee, array_agg(a.attnum) AS columns
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relnamespace = 'public'::regnamespace
           JOIN pg_dist_partition p ON p.logicalrelid = c.oid, aclexplode(a.attacl) AS x
         GROUP BY 1, 2, 3) AS g ORDER BY 1, 2, 3`,
    );
    const deeds: Deed[] = [];
    for (const grant of grants) if (await isLacking(client, grant)) deeds.push(giving(grant));
    return deeds;
  },
};

async function isLacking(client: pg.Client, grant: Grant): Promise<boolean> {
  const { relation, right, columns, grantee } = grant;
  const names = columns.split(', ').map((column) => quoted(column.replaceAll('"', '')));
  const question = `SELECT bool_and(has_column_privilege('${grantee}', '%s'::regclass, c, '${right}')) FROM unnest(ARRAY[${names.join(', ')}]) AS c`;
  const answers = await ask<{ readonly lacks: boolean }>(
    client,
    `SELECT count(*) > 0 AS lacks FROM run_command_on_placements($1, $2) WHERE NOT success OR result <> 't'`,
    [relation, question],
  );
  return answers[0]?.lacks === true;
}

function giving({ relation, right, columns, grantee }: Grant): Deed {
  const grant = `GRANT ${right} (${columns}) ON %s TO ${grantee}`;
  return {
    what: `Give ${grantee} its right to ${right} columns of ${relation} on every part.`,
    statements: [
      `SELECT * FROM run_command_on_placements('${relation}', ${quoted(grant)}) WHERE NOT success`,
    ],
  };
}

/** Rights on views, which Citus does not give on the other servers: functions that work there read them there. */
export const viewRights: Step = {
  async left(client) {
    const grants = await ask<Omit<Grant, 'columns'>>(
      client,
      `SELECT c.oid::regclass::text AS relation, x.privilege_type AS right, x.grantee::regrole::text AS grantee
       FROM pg_class c, aclexplode(c.relacl) AS x
       WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace AND x.grantee <> c.relowner
         AND EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_class'::regclass AND o.objid = c.oid) ORDER BY 1, 2, 3`,
    );
    const deeds: Deed[] = [];
    for (const { relation, right, grantee } of grants) {
      const [missing] = await ask<{ readonly lacks: boolean }>(
        client,
        `SELECT count(*) > 0 AS lacks FROM run_command_on_workers($1) WHERE NOT success OR result <> 't'`,
        [`SELECT has_table_privilege('${grantee}', '${relation}', '${right}')`],
      );
      if (missing?.lacks !== true) continue;
      // Another server refuses what it would have to tell the others.
      const grant = quoted(
        `DO $deed$BEGIN SET LOCAL citus.enable_ddl_propagation = off; GRANT ${right} ON ${relation} TO ${grantee}; END$deed$`,
      );
      deeds.push({
        what: `Give ${grantee} its right to ${right} of ${relation} on every server.`,
        statements: [`SELECT * FROM run_command_on_workers(${grant}) WHERE NOT success`],
      });
    }
    return deeds;
  },
};
