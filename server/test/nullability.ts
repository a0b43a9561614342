import type pg from 'pg'
import { isTree, listOf, parseQuery, type Tree, type Value } from './parse-tree.ts'

/** One query of a statement, inside the query around it. */
type Scope = {
  query: Tree
  around: Scope | undefined
  /** Its columns have their written values. */
  isReturning?: boolean
  /** Of the outermost query: its parameters are not null. */
  hasParameters?: boolean
}

/** Columns declared `not null` as `table.column` (oid and number), and the functions, by oid. */
export type Catalog = { notNull: Set<string>; functions: Map<string, Known> }
/** `body` is the parse tree of a function in SQL's standard form (`return …`, `begin atomic … end`). */
type Known = { name: string; strict: boolean; body: string | null }

export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const columns = await client.query<{ at: string }>(
    `select attrelid || '.' || attnum as at from pg_attribute where attnotnull and not attisdropped`,
  )
  const functions = await client.query<Known & { id: string }>(
    `select oid::text as id, case when pronamespace <> 'pg_catalog'::regnamespace then 'app.' else '' end || proname as name,
       proisstrict as strict, prosqlbody::text as body from pg_proc`,
  )
  return {
    notNull: new Set(columns.rows.map(({ at }) => at)),
    functions: new Map(functions.rows.map(({ id, ...known }) => [id, known])),
  }
}

/** Functions that return null for a null argument only; others are missing here. */
const STRICT =
  words(`lower upper btrim ltrim rtrim length char_length octet_length strpos replace left right lpad rpad
  split_part starts_with reverse to_char date_trunc date_part extract timezone make_date md5 sha256 encode decode round floor
  ceil ceiling abs power sqrt to_jsonb to_json row_to_json jsonb_array_length jsonb_strip_nulls cardinality
  array_to_string string_to_array generate_series nextval hashtextextended pg_try_advisory_lock has_function_privilege`)
/** Functions that return null for a null first argument only. */
const STRICT_IN_FIRST = words('concat_ws format array_remove array_replace')
/** Functions that never return null. */
const NEVER_NULL = words(`concat jsonb_build_object json_build_object jsonb_build_array json_build_array now
  clock_timestamp statement_timestamp gen_random_uuid pg_backend_pid current_database`)
const NULL_FOR_ANY_ARGUMENT = /^jsonb?_(?:object_field|array_element|extract_path)|^jsonb_path/
/** Aggregates that return a value for a group of nulls too. */
const COLLECTING = words('array_agg jsonb_agg json_agg jsonb_object_agg json_object_agg')
/** Kinds of expressions that are never null. */
const ALWAYS = words(`NULLTEST BOOLEANTEST DISTINCTEXPR ARRAYEXPR ROWEXPR SQLVALUEFUNCTION JSONCONSTRUCTOREXPR
  NEXTVALUEEXPR GROUPINGFUNC`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

const isEmptySet = (value: Value) => listOf(value).length <= 1
const climb = (scope: Scope, levels: Value): Scope => {
  let found = scope
  for (let left = Number(levels); left > 0; left -= 1) found = found.around!
  return found
}

/**
 * For each column of a statement, whether PostgreSQL's analysis of it proves that it is never null: it is declared so
 * and no outer join adds rows of nulls, or it is an expression such as `count(*)`. A parameter and its elements
 * count as not null.
 */
export function provenColumns(stored: string, catalog: Catalog): { name: string; isProven: boolean }[] {
  const statement = parseQuery(stored)
  const proofs = outputs({ query: statement, around: undefined })
  return targets(statement).map(({ resname }, at) => ({ name: resname as string, isProven: proofs[at]! }))

  function targets(of: Tree): Tree[] {
    return listOf(of.commandType === '1' ? of.targetList : of.returningList).filter(
      ({ resjunk }) => resjunk !== 'true',
    )
  }

  function outputs(inner: Scope): boolean[] {
    const parts = queriesOfUnion(inner.query.setOperations).map((at) => listOf(inner.query.rtable)[at]!)
    if (parts.length === 0) {
      const scope = { ...inner, isReturning: inner.query.commandType !== '1' }
      return targets(inner.query).map(({ expr }) => isProven(expr as Tree, scope))
    }
    const each = parts.map(({ subquery }) => outputs({ query: subquery as Tree, around: inner }))
    return each[0]!.map((_, at) => each.every((columns) => columns[at]))
  }

  function queriesOfUnion(node: Value): number[] {
    if (!isTree(node)) return []
    if (node.tag === 'RANGETBLREF') return [Number(node.rtindex) - 1]
    return [...queriesOfUnion(node.larg), ...queriesOfUnion(node.rarg)]
  }

  function isProven(node: Tree, inner: Scope): boolean {
    const all = (...values: Value[]) =>
      values
        .flatMap((value) => (isTree(value) ? value : listOf(value)))
        .every((each) => isProven(each, inner))
    const some = (value: Value) => listOf(value).some((each) => isProven(each, inner))
    if (ALWAYS.has(node.tag)) return true
    switch (node.tag) {
      case 'VAR':
        return isColumnProven(node, inner)
      case 'CONST':
        return node.constisnull === 'false'
      case 'PARAM':
        return areParametersProven(inner)
      case 'COALESCEEXPR':
      case 'MINMAXEXPR':
        return some(node.args)
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return all(node.args)
      case 'ROWCOMPAREEXPR':
        return all(node.largs, node.rargs)
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATEEXPR':
        return all(node.arg)
      case 'CASEEXPR':
        return (
          node.defresult !== undefined &&
          all(node.defresult) &&
          listOf(node.args).every(({ result }) => all(result))
        )
      case 'OPEXPR':
        return !NULL_FOR_ANY_ARGUMENT.test(functionOf(node.opfuncid).name) && all(node.args)
      case 'FUNCEXPR': {
        const { name, strict, body } = functionOf(node.funcid)
        if (body) return isBodyProven(body, all(node.args))
        if (name === 'unnest') return isParameter(listOf(node.args)[0])
        if (STRICT_IN_FIRST.has(name)) return isProven(listOf(node.args)[0]!, inner)
        const isCast = node.funcformat !== '0' && strict
        return NEVER_NULL.has(name) || ((isCast || STRICT.has(name)) && all(node.args))
      }
      case 'AGGREF':
        return isAggregateProven(node, inner)
      case 'WINDOWFUNC':
        return (
          /^(?:row_number|rank|dense_rank|count)$/.test(functionOf(node.winfnoid).name) ||
          (/^(?:sum|min|max)$/.test(functionOf(node.winfnoid).name) && all(node.args))
        )
      case 'SUBLINK':
        return isSubqueryProven(node, inner)
      default:
        return false
    }
  }

  function areParametersProven({ around, hasParameters = true }: Scope): boolean {
    return around ? areParametersProven(around) : hasParameters
  }

  /** Of a function that returns an expression, or a row that it adds. */
  function isBodyProven(body: string, hasParameters: boolean): boolean {
    const last = parseQuery(body)
    const addsOneRow = last.commandType === '3' && !(last.jointree as Tree).fromlist
    return (
      (last.isReturn === 'true' || addsOneRow) &&
      outputs({ query: last, around: undefined, hasParameters })[0]!
    )
  }

  function functionOf(id: Value) {
    return catalog.functions.get(id as string)!
  }

  function isAggregateProven(node: Tree, inner: Scope): boolean {
    const { name } = functionOf(node.aggfnoid)
    if (name === 'count') return true
    const { groupClause, groupingSets } = climb(inner, node.agglevelsup).query
    const hasRow = listOf(groupClause).length > 0 && !groupingSets && !node.aggfilter
    return (
      hasRow && (COLLECTING.has(name) || listOf(node.args).every(({ expr }) => isProven(expr as Tree, inner)))
    )
  }

  /** EXISTS, ARRAY, IN, and a scalar subquery that always has a row; kinds as in PostgreSQL's SubLinkType. */
  function isSubqueryProven({ subLinkType, subselect, testexpr }: Tree, inner: Scope): boolean {
    const query = subselect as Tree
    const sub = { query, around: inner }
    if (subLinkType === '0' || subLinkType === '6') return true
    if (subLinkType === '2') return isProven(testexpr as Tree, inner) && outputs(sub).every(Boolean)
    if (
      subLinkType !== '4' ||
      query.limitCount ||
      query.limitOffset ||
      query.havingQual ||
      query.setOperations
    )
      return false
    const { fromlist, quals } = query.jointree as Tree
    const hasOneRow = query.hasAggs === 'true' ? !query.groupClause : !fromlist && !quals
    return hasOneRow && outputs(sub)[0]!
  }

  function isColumnProven(
    { varno, varattno, varlevelsup, varnullingrels, varreturningtype }: Tree,
    inner: Scope,
  ): boolean {
    const owner = climb(inner, varlevelsup)
    if (!isEmptySet(varnullingrels)) return isKept(owner, varno, varattno)
    if (varreturningtype === '1') return false
    const entry = listOf(owner.query.rtable)[Number(varno) - 1]!
    return (
      isSourceProven(entry, Number(varattno), owner) ||
      isKept(owner, varno, varattno) ||
      (owner.isReturning === true && varno === owner.query.resultRelation && isWritten(owner, varattno))
    )
  }

  /** Whether an insert or update gives this column a value. */
  function isWritten(owner: Scope, column: Value): boolean {
    const { targetList, onConflict } = owner.query
    const before = { ...owner, isReturning: false }
    const written = (list: Value) =>
      listOf(list).some(({ resno, expr }) => resno === column && isProven(expr as Tree, before))
    return written(targetList) && (!onConflict || written((onConflict as Tree).onConflictSet))
  }

  /** `entry` is a member of FROM; `kind` as in PostgreSQL's RTEKind. */
  function isSourceProven(entry: Tree, column: number, owner: Scope): boolean {
    if (column === 0) return true
    switch (entry.rtekind) {
      case '0':
        return column < 0 || catalog.notNull.has(`${entry.relid as string}.${column}`)
      case '1':
        return outputs({ query: entry.subquery as Tree, around: owner })[column - 1]!
      case '2':
        return isProven(listOf(entry.joinaliasvars)[column - 1]!, owner)
      case '3':
        return isFunctionProven(entry, column, owner)
      case '5':
        return listOf(entry.values_lists).every((row) => isProven(listOf(row)[column - 1]!, owner))
      case '6':
        return entry.self_reference === 'true' || isCteProven(entry, column, owner)
      case '9':
        return isProven(listOf(entry.groupexprs)[column - 1]!, owner)
      default:
        return false
    }
  }

  function isCteProven({ ctename, ctelevelsup }: Tree, column: number, owner: Scope): boolean {
    const around = climb(owner, ctelevelsup)
    const cte = listOf(around.query.cteList).find((each) => each.ctename === ctename)!
    return outputs({ query: cte.ctequery as Tree, around })[column - 1]!
  }

  function isFunctionProven({ functions, funcordinality }: Tree, column: number, owner: Scope): boolean {
    let before = 0
    for (const { funcexpr, funccolcount } of listOf(functions)) {
      const call = funcexpr as Tree
      const count = Number(funccolcount)
      if (column <= before + count) return count === 1 && isProven(call, owner)
      before += count
    }
    return funcordinality === 'true'
  }

  function isParameter(node: Value): boolean {
    return isTree(node) && (node.tag === 'PARAM' || isParameter(node.arg))
  }

  /** Whether a row remains only with a value in this column: it is compared, or tested, by a condition. */
  function isKept(owner: Scope, varno: Value, varattno: Value): boolean {
    const isIt = (node: Value): boolean =>
      isTree(node) &&
      (node.tag === 'VAR'
        ? node.varno === varno && node.varattno === varattno && node.varlevelsup === '0'
        : node.tag === 'RELABELTYPE' && isIt(node.arg))
    const keeps = (node: Value): boolean => {
      if (!isTree(node)) return false
      if (node.tag === 'BOOLEXPR') return node.boolop === 'and' && listOf(node.args).some(keeps)
      if (node.tag === 'NULLTEST') return node.nulltesttype === '1' && isIt(node.arg)
      if (node.tag === 'FROMEXPR') return keeps(node.quals) || listOf(node.fromlist).some(keeps)
      if (node.tag === 'JOINEXPR')
        return node.jointype === '0' && [node.quals, node.larg, node.rarg].some(keeps)
      const compares = node.tag === 'OPEXPR' || node.tag === 'SCALARARRAYOPEXPR'
      return compares && functionOf(node.opfuncid).strict && listOf(node.args).some(isIt)
    }
    return keeps(owner.query.jointree)
  }
}
