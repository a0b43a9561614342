import type pg from 'pg'

/** Access rights in a fixed order, with one name for the role that the application signs in with. */
const rights = (acl: string) => `(
  select string_agg(regexp_replace(right_::text, 'heliodesk_login_\\d+', 'application', 'g'), ' ' order by right_::text)
  from unnest(${acl}) as right_)`

const ours = (namespace: string) => `${namespace} in ('public'::regnamespace, 'app'::regnamespace)`

/** One query per kind of object: its name and everything that defines it. */
const kinds: Record<string, string> = {
  database: `
    select '' as name, pg_get_userbyid(datdba) as owner, ${rights('datacl')} as rights, encoding, datcollate, datctype,
      (select array_agg(setconfig::text) from pg_db_role_setting where setdatabase = d.oid) as settings
    from pg_database d where datname = current_database()`,
  schema: `
    select nspname as name, pg_get_userbyid(nspowner) as owner, ${rights('nspacl')} as rights
    from pg_namespace where ${ours('oid')}`,
  extension: `select extname as name, extversion as version from pg_extension`,
  'default rights': `select defaclobjtype::text as name, ${rights('defaclacl')} as rights from pg_default_acl`,
  relation: `
    select oid::regclass::text as name, relkind as kind, relpersistence as persistence, relrowsecurity as secured,
      relforcerowsecurity as forced, relreplident as identity, reloptions as options, pg_get_userbyid(relowner) as owner,
      ${rights('relacl')} as rights, obj_description(oid, 'pg_class') as comment, pg_get_partkeydef(oid) as partition,
      case when relkind in ('v', 'm') then pg_get_viewdef(oid) end as view,
      (select array_agg(inhparent::regclass::text) from pg_inherits where inhrelid = c.oid) as parents
    from pg_class c where ${ours('relnamespace')}`,
  column: `
    select format('%s.%s', attrelid::regclass, attname) as name,
      row_number() over (partition by attrelid order by attnum) as place,
      format_type(atttypid, atttypmod) as type, attnotnull as "notNull", attidentity as identity,
      attgenerated as generated, pg_get_expr(adbin, adrelid) as default, attcollation::regcollation::text as collation,
      attstorage as storage, attcompression as compression, attoptions as options, ${rights('attacl')} as rights,
      col_description(attrelid, attnum) as comment
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${ours('relnamespace')} and attnum > 0 and not attisdropped`,
  sequence: `
    select seqrelid::regclass::text as name, format_type(seqtypid, null) as type, seqstart as start,
      seqincrement as step, seqmin as lowest, seqmax as highest, seqcache as cache, seqcycle as cycles,
      (select format('%s.%s', refobjid::regclass, refobjsubid) from pg_depend
        where classid = 'pg_class'::regclass and objid = seqrelid and deptype in ('a', 'i')) as column
    from pg_sequence`,
  // Without those of NOT NULL, which PostgreSQL 18 adds and numbers in the order of creation: columns say it too.
  constraint: `
    select format('%s %s', coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text), conname) as name,
      pg_get_constraintdef(oid) as definition, condeferrable as deferrable, condeferred as deferred,
      convalidated as validated, obj_description(oid, 'pg_constraint') as comment
    from pg_constraint where ${ours('connamespace')} and contype <> 'n'`,
  index: `
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indisvalid as valid,
      indisprimary as primary, indisclustered as clustered, obj_description(indexrelid, 'pg_class') as comment
    from pg_index join pg_class c on c.oid = indrelid where ${ours('relnamespace')}`,
  routine: `
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition, pg_get_userbyid(proowner) as owner,
      ${rights('proacl')} as rights, obj_description(oid, 'pg_proc') as comment
    from pg_proc where ${ours('pronamespace')} and prokind in ('f', 'p')`,
  'aggregate or window function': `
    select oid::regprocedure::text as name from pg_proc
    where ${ours('pronamespace')} and prokind not in ('f', 'p')`,
  trigger: `
    select format('%s %s', tgrelid::regclass, tgname) as name, pg_get_triggerdef(oid) as definition,
      tgenabled as enabled, obj_description(oid, 'pg_trigger') as comment
    from pg_trigger where not tgisinternal`,
  'event trigger': `select evtname as name, evtevent as event from pg_event_trigger`,
  policy: `
    select format('%s %s', polrelid::regclass, polname) as name, polpermissive as permissive, polcmd as command,
      (select array_agg(coalesce(rolname, 'public')) from unnest(polroles) as role left join pg_roles r on r.oid = role)
        as roles,
      pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written,
      obj_description(oid, 'pg_policy') as comment
    from pg_policy`,
  type: `
    select oid::regtype::text as name, typtype as kind, format_type(typbasetype, typtypmod) as base, typnotnull as "notNull",
      typdefault as default, pg_get_userbyid(typowner) as owner, ${rights('typacl')} as rights,
      obj_description(oid, 'pg_type') as comment,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid) as labels
    from pg_type t where ${ours('typnamespace')}`,
  rule: `
    select format('%s %s', ev_class::regclass, rulename) as name, pg_get_ruledef(r.oid) as definition
    from pg_rewrite r join pg_class c on c.oid = ev_class where ${ours('relnamespace')}`,
  statistics: `
    select stxname as name, pg_get_statisticsobjdef(oid) as definition
    from pg_statistic_ext where ${ours('stxnamespace')}`,
}

/** Everything that defines the schema of a database, by kind and name. */
export async function catalogOf(owner: pg.Pool): Promise<Record<string, unknown>> {
  const catalog: Record<string, unknown> = {}
  for (const [kind, query] of Object.entries(kinds)) {
    const { rows } = await owner.query<{ name: string }>(query)
    for (const { name, ...definition } of rows) {
      const key = `${kind} ${name}`
      if (key in catalog) throw new Error(`two of ${key}`)
      catalog[key] = definition
    }
  }
  return catalog
}

/** Columns whose values differ in every database, by type: only whether there is a value counts. */
const CHANCE = ['uuid', 'bytea', 'timestamp with time zone']

/** The rows that belong to no company, as every new database has them; ids and what is random or a time as its type. */
export async function firstRows(owner: pg.Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await owner.query<{ name: string; company: string | null; masked: string }>(
    `select c.oid::regclass::text as name, (array_agg(attname) filter (where attname in ('tenant', 'tenant_id')))[1] as company,
       coalesce(string_agg(format(', %L, case when %I is not null then %L end', attname, attname, format_type(atttypid, null)), '')
         filter (where atttypid::regtype::text = any($1) or attidentity <> ''), '') as masked
     from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'tenant'
     group by c.oid order by 1`,
    [CHANCE],
  )
  const found: Record<string, string[]> = {}
  for (const { name, company, masked } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `select (to_jsonb(t) || jsonb_build_object('_', ''${masked}))::text as row from ${name} t
       where ${company === null ? 'true' : `coalesce(${company}, 0) = 0`} order by 1`,
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}
