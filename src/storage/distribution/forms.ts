/** A function of the schema that is another one where the tables are spread. */
export interface Form {
  readonly name: string;
  /** The arguments, as the function is declared. */
  readonly declared: string;
  /** The types of the arguments, by which it is found. */
  readonly types: string;
  /** What stands between the arguments and the body. */
  readonly clauses: string;
  readonly body: string;
}

/** As whom the looks across companies act, so that the other servers ask them for the pass of the queues. */
export const QUEUES_ROLE = 'sello_queues';

/**
 * The other servers have not seen who logged in, only as whom the statement acts. Who acts as the operator has logged in as
 * somebody who may, except for the functions that act so for everybody, which are the looks'.
 */
const OPERATES = `session_user <> '${QUEUES_ROLE}' AND pg_has_role(session_user, 'sello_operator', 'MEMBER')`;

const proofOf = (scope: string, setting: string) =>
  `EXISTS (SELECT FROM passes p WHERE p.sha256 = sha256(convert_to(${scope} || ' ' || current_setting('${setting}', true), 'UTF8')))`;

const NOBODY = "'00000000-0000-0000-0000-000000000000'";

/**
 * Settings travel with the transactions that the other servers begin. A SELECT by itself begins none there: a lock does, or a write, and
 * from then on everything that the transaction says to any server is said in one, behind its settings.
 */
const KNOCK = `PERFORM FROM doors d WHERE d.company_id = ${NOBODY} FOR KEY SHARE;`;
/** A part that is written moves behind the commit: what a transaction locks there would not move along. */
const ENTRANCE = `DELETE FROM doors d WHERE d.company_id = p_company;`;

/** What a commit promises holds on the other servers, too. */
const TRAVELS = `PERFORM tell_servers('synchronous_commit', 'on');`;

/** Functions of the schema that its files have in a form for one server, in an order in which they need each other. */
export const FORMS: readonly Form[] = [
  {
    name: 'is_distributed',
    declared: '',
    types: '',
    clauses: 'RETURNS boolean LANGUAGE sql IMMUTABLE',
    body: ' SELECT true ',
  },
  {
    name: 'proven_company',
    declared: '',
    types: '',
    clauses: 'RETURNS uuid LANGUAGE plpgsql STABLE',
    body: `
BEGIN
  IF ${OPERATES} OR ${proofOf("current_setting('sello.company_id', true)", 'sello.company_pass')} THEN
    RETURN nullif(current_setting('sello.company_id', true), '')::uuid;
  END IF;
  RETURN NULL;
END `,
  },
  {
    // A server that was not told the company refuses: it must never look as if there were nothing.
    name: 'current_company',
    declared: '',
    types: '',
    clauses: 'RETURNS uuid LANGUAGE plpgsql STABLE',
    body: `
BEGIN
  IF coalesce(current_setting('sello.company_id', true), '') = '' AND NOT citus_is_coordinator() THEN
    RAISE EXCEPTION 'a statement has come to this server before its company' USING ERRCODE = 'SE012';
  END IF;
  RETURN proven_company();
END `,
  },
  {
    name: 'sees_queues',
    declared: '',
    types: '',
    clauses: 'RETURNS boolean LANGUAGE plpgsql STABLE',
    body: `
BEGIN
  RETURN ${OPERATES} OR ${proofOf("'queues'", 'sello.queues_pass')};
END `,
  },
  {
    name: 'sees_people',
    declared: '',
    types: '',
    clauses: 'RETURNS boolean LANGUAGE plpgsql STABLE',
    body: `
BEGIN
  RETURN ${proofOf("'queues'", 'sello.queues_pass')};
END `,
  },
  {
    name: 'sees_member',
    declared: 'p_user uuid',
    types: 'uuid',
    clauses: 'RETURNS boolean LANGUAGE plpgsql STABLE',
    body: `
BEGIN
  RETURN EXISTS (SELECT FROM memberships m WHERE m.user_id = p_user);
END `,
  },
  {
    // A setting of this transaction and of those that belong to it on the other servers. It has to be a function of its own: what a
    // function says that a client has called stays on the first server.
    name: 'tell_servers',
    declared: 'p_name text, p_value text',
    types: 'text, text',
    clauses: 'RETURNS void LANGUAGE plpgsql',
    body: `
BEGIN
  PERFORM set_config('citus.propagate_set_commands', 'local', true);
  EXECUTE format('SET LOCAL %s = %L', p_name, p_value);
END `,
  },
  {
    // The company goes over by itself: of a text with one SET LOCAL in it, all is passed on, and passed on once.
    name: 'tell_company',
    declared: 'p_company text, p_pass text',
    types: 'text, text',
    clauses: 'RETURNS void LANGUAGE plpgsql',
    body: `
BEGIN
  PERFORM set_config('citus.propagate_set_commands', 'local', true);
  EXECUTE format('SELECT set_config(''sello.company_id'', %L, true), set_config(''sello.company_pass'', %L, true);'
    ' SET LOCAL synchronous_commit = on', p_company, p_pass);
END `,
  },
  {
    name: 'enter',
    declared: 'p_company uuid, p_pass text',
    types: 'uuid, text',
    clauses: 'RETURNS boolean LANGUAGE plpgsql',
    body: `
BEGIN
  IF current_setting('sello.company_id', true) = p_company::text
    AND (p_pass IS NULL OR p_pass = current_setting('sello.company_pass', true))
  THEN
    RETURN true;
  END IF;
  PERFORM tell_company(coalesce(p_company::text, ''), coalesce(p_pass, current_setting('sello.company_pass', true), ''));
  ${ENTRANCE}
  RETURN true;
END `,
  },
  {
    // Where the functions are that name the parts of a company's tables; those of every server, where its part is another one's.
    name: 'part_of',
    declared: 'p_company uuid',
    types: 'uuid',
    clauses: 'RETURNS text LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan',
    body: `
DECLARE
  part CONSTANT bigint := get_shard_id_for_distribution_column('series', p_company);
BEGIN
  RETURN CASE WHEN to_regnamespace('sello_part_' || part) IS NOT NULL AND EXISTS (
    SELECT FROM pg_dist_placement p JOIN pg_dist_local_group l USING (groupid) WHERE p.shardid = part)
    THEN 'sello_part_' || part ELSE 'public' END;
END `,
  },
  {
    // The function that is called with the company enters, and the pass goes over with it.
    name: 'enter_company',
    declared: 'p_company uuid, p_pass text',
    types: 'uuid, text',
    clauses: 'RETURNS uuid LANGUAGE plpgsql',
    body: `
BEGIN
  PERFORM set_config('sello.company_pass', coalesce(p_pass, current_setting('sello.company_pass', true), ''), true);
  RETURN p_company;
END `,
  },
  {
    name: 'enter_queues',
    declared: 'p_total integer, p_pass text',
    types: 'integer, text',
    clauses: `RETURNS integer LANGUAGE plpgsql SECURITY DEFINER`,
    body: `
DECLARE
  told text;
BEGIN
  ${TRAVELS}
  PERFORM tell_servers('sello.queues_pass', coalesce(p_pass, ''));
  ${KNOCK}
  -- Nothing is due where the pass was not understood, so whether it has come is asked.
  SELECT current_setting('sello.queues_pass', true) || repeat('', count(*)::integer) INTO told FROM doors d
    WHERE d.company_id = ${NOBODY};
  IF told IS DISTINCT FROM coalesce(p_pass, '') THEN
    RAISE EXCEPTION 'the other servers have not heard the pass of the queues' USING ERRCODE = 'SE012';
  END IF;
  RETURN p_total;
END `,
  },
];

/** The statement that puts the form in its place. */
export function statementOf({ name, declared, clauses, body }: Form): string {
  return `CREATE OR REPLACE FUNCTION public.${name}(${declared}) ${clauses} AS $form$${body}$form$`;
}

/** By the name of a policy, what it says where no subquery may stand in it. */
export const POLICIES: Readonly<Record<string, string>> = {
  tenant: 'company_id = current_company()',
  own_company: 'company_id = proven_company()',
  operator: 'sees_queues()',
  people: 'sees_people()',
  member: 'sees_member(user_id)',
};
