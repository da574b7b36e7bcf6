import { FORMS, POLICIES, QUEUES_ROLE, statementOf } from './forms.ts';
import { ask, type Deed, type Step } from './step.ts';
import { FIRST } from './tables.ts';

/** Functions of ours, without those of extensions. */
export const OWN = `p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`;

/** The functions of the forms that only statements of the first server call. */
const AT_HOME = ['enter', 'enter_company', 'enter_queues', 'is_distributed', 'tell_company', 'tell_servers'];

/** A form that stands already, with the same body, is left alone. */
export const forms: Step = {
  async left(client) {
    const present = await ask<{ readonly name: string; readonly body: string }>(
      client,
      `SELECT p.proname || '(' || oidvectortypes(p.proargtypes) || ')' AS name, p.prosrc AS body FROM pg_proc p WHERE ${OWN}`,
    );
    const bodies = new Map(present.map(({ name, body }) => [name, body]));
    return FORMS.filter((form) => bodies.get(`${form.name}(${form.types})`) !== form.body).map((form) => ({
      what: `Put the function ${form.name} into its form for several servers.`,
      statements: [
        // The other servers get it in a step of its own, when the tables that it asks are there.
        'SET LOCAL citus.enable_ddl_propagation = off',
        statementOf(form),
        `REVOKE ALL ON FUNCTION ${form.name}(${form.types}) FROM PUBLIC`,
        `GRANT EXECUTE ON FUNCTION ${form.name}(${form.types}) TO sello_service, sello_operator, sello_phases`,
      ],
    }));
  },
};

/** Policies of tables that are spread may hold no subquery. */
export const policies: Step = {
  async left(client) {
    const walls = await ask<{ readonly name: string; readonly relation: string; readonly text: string }>(
      client,
      `SELECT w.polname AS name, w.polrelid::regclass::text AS relation, pg_get_expr(w.polqual, w.polrelid) AS text
       FROM pg_policy w JOIN pg_class c ON c.oid = w.polrelid
       WHERE c.relnamespace = 'public'::regnamespace AND pg_get_expr(w.polqual, w.polrelid) LIKE '%SELECT%' ORDER BY 2, 1`,
    );
    return walls.map(({ name, relation }) => {
      const text = POLICIES[name];
      if (text === undefined)
        throw new Error(`the policy ${name} of ${relation} has no form for several servers`);
      return {
        what: `Have the policy ${name} of ${relation} ask a function.`,
        statements: [`ALTER POLICY ${name} ON ${relation} USING (${text})`],
      };
    });
  },
};

/** The functions that go whole to the server of the company in their first argument. */
export const TRAVELLING = `coalesce('p_anchor' = ANY (p.proargnames), false)`;

/** What a statement that names a part may call, or have called by a trigger, and that asks spread tables itself. */
const BESIDE_PARTS = `(p.proname = 'note_event'
  OR p.prorettype = 'pg_catalog.trigger'::regtype AND p.prosrc ~ '\\m(SELECT|INSERT|UPDATE|DELETE|PERFORM)\\M')`;
const PLANNED_AS = `CASE WHEN p.proname = 'part_of' THEN 'plan_cache_mode=force_generic_plan'
  WHEN ${TRAVELLING} OR ${BESIDE_PARTS} THEN 'plan_cache_mode=force_custom_plan' END`;

/**
 * A statement that is planned for every value is refused, unless it is a look-up by a key. What a server carries out on its own parts
 * Citus 13.2 plans each time, whether or not a plan is kept, and keeps every one of them in memory until the session ends
 * (citusdata/citus#8824): functions that work there plan for their values alone.
 */
export const plans: Step = {
  async left(client) {
    const found = await ask<{ readonly door: string; readonly setting: string | null }>(
      client,
      `SELECT p.oid::regprocedure::text AS door, ${PLANNED_AS} AS setting
       FROM pg_proc p LEFT JOIN LATERAL unnest(p.proconfig) AS c ON c LIKE 'plan_cache_mode=%'
       WHERE ${OWN} AND c IS DISTINCT FROM ${PLANNED_AS} ORDER BY 1`,
    );
    return found.map(({ door, setting }) => ({
      what: `Let ${door} plan as its statements need it.`,
      statements: [
        `ALTER FUNCTION ${door} ${setting === null ? 'RESET plan_cache_mode' : `SET ${setting.replace('=', ' = ')}`}`,
      ],
    }));
  },
};

/** From then on a call of one goes to another server, and nothing that it does there goes over a wire. */
export const travellingFunctions: Step = {
  async left(client) {
    const found = await ask<{ readonly door: string }>(
      client,
      `SELECT p.oid::regprocedure::text AS door FROM pg_proc p
       WHERE ${OWN} AND ${TRAVELLING} AND NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass
         AND o.objid = p.oid AND o.distribution_argument_index = 0) ORDER BY 1`,
    );
    return found.map(({ door }) => ({
      what: `Send calls of ${door} to the server of their company.`,
      statements: [`SELECT create_distributed_function('${door}', 'p_anchor', colocate_with => '${FIRST}')`],
    }));
  },
};

/**
 * They act as a role of which the other servers ask for the pass of the queues. What the operator might call as the owner of a
 * function goes over to the next owner with it, so that it is given back.
 */
export const looks: Step = {
  async left(client) {
    const found = await ask<{ readonly door: string }>(
      client,
      `SELECT p.oid::regprocedure::text AS door FROM pg_proc p
       WHERE ${OWN} AND (p.prosecdef AND pg_get_userbyid(p.proowner) = 'sello_operator'
         OR p.proname = 'enter_queues' AND pg_get_userbyid(p.proowner) <> '${QUEUES_ROLE}'
         OR pg_get_userbyid(p.proowner) = '${QUEUES_ROLE}' AND NOT has_function_privilege('sello_operator', p.oid, 'EXECUTE'))
       ORDER BY 1`,
    );
    return found.map(({ door }) => ({
      what: `Have ${door} act as ${QUEUES_ROLE}.`,
      statements: [
        `GRANT CREATE ON SCHEMA public TO ${QUEUES_ROLE}`,
        `ALTER FUNCTION ${door} OWNER TO ${QUEUES_ROLE}`,
        `REVOKE CREATE ON SCHEMA public FROM ${QUEUES_ROLE}`,
        `GRANT EXECUTE ON FUNCTION ${door} TO sello_operator`,
      ],
    }));
  },
};

const WALLS = FORMS.filter(({ name }) => !AT_HOME.includes(name));

const copying = (door: string): Deed => ({
  what: `Copy the function ${door} to every server.`,
  statements: [`SELECT create_distributed_function('${door}')`],
});

/** Before a table is spread, its walls' functions must be there. */
export const wallFunctions: Step = {
  inAnyOrder: true,
  async left(client) {
    const known = await ask<{ readonly door: string }>(
      client,
      `SELECT p.proname || '(' || oidvectortypes(p.proargtypes) || ')' AS door
       FROM pg_proc p JOIN pg_dist_object o ON o.classid = 'pg_proc'::regclass AND o.objid = p.oid`,
    );
    return WALLS.map(({ name, types }) => `${name}(${types})`)
      .filter((door) => !known.some((one) => one.door === door))
      .map(copying);
  },
};

/** What statements on the other servers call, or may one day; the looks act on the first server alone. */
export const copiedFunctions: Step = {
  inAnyOrder: true,
  async left(client) {
    const found = await ask<{ readonly door: string }>(
      client,
      `SELECT p.oid::regprocedure::text AS door FROM pg_proc p
       WHERE ${OWN} AND NOT p.prosecdef AND p.prorettype <> 'pg_catalog.trigger'::regtype AND p.proname <> ALL ($1)
         AND NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid)
       ORDER BY p.prolang, 1`,
      [['enter_queues', ...WALLS.map(({ name }) => name)]],
    );
    return found.map(({ door }) => copying(door));
  },
};

/** What one server calls a function, and what it would carry out. */
const TOLD = `SELECT json_object_agg(p.oid::regprocedure::text, md5(p.prosrc || coalesce(p.proconfig::text, '')))
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace`;

/** A function that was changed on the first server alone, be it by a form, a migration or by hand, goes to the others once more. */
export const sameFunctions: Step = {
  async left(client) {
    const found = await ask<{ readonly door: string; readonly text: string }>(
      client,
      `SELECT p.oid::regprocedure::text AS door, pg_get_functiondef(p.oid) AS text
       FROM pg_proc p JOIN pg_dist_object o ON o.classid = 'pg_proc'::regclass AND o.objid = p.oid
       WHERE ${OWN} AND EXISTS (SELECT FROM run_command_on_workers($1) AS w WHERE NOT w.success
         OR w.result::json ->> p.oid::regprocedure::text IS DISTINCT FROM md5(p.prosrc || coalesce(p.proconfig::text, ''))) ORDER BY 1`,
      [TOLD],
    );
    return found.map(({ door, text }) => ({
      what: `Bring ${door} to what it is on the first server.`,
      statements: [text],
    }));
  },
};
