-- The removal of a company in portions, so that it holds neither locks nor the log of a whole company, and goes on where it
-- was broken off (docs/decisions/0096-companies-of-the-platform.md).
alter table tenant
  add column removal_expected bigint,
  add column removal_rows bigint not null default 0,
  add column removal_files bigint not null default 0,
  add column removal_fault text,
  add column removal_told_at timestamptz;
comment on column tenant.removal_expected is 'About how many rows there were when the removal began; null before.';
comment on column tenant.removal_fault is 'Why the last portion failed; null once one succeeds.';
comment on column tenant.removal_told_at is 'When open pages were last told how far the removal is.';

drop function app.remove_company(int);

-- The tables of companies, each after those that refer to it; tables that refer to each other in a circle share a place.
create function app.removal_order() returns table (place int, tables oid[])
  language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan to on set enable_hashjoin to on set enable_sort to on as $$
declare
  v_left oid[] := array(
    select c.oid from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and exists (
      select from pg_attribute where attrelid = c.oid and attname in ('tenant_id', 'tenant') and not attisdropped));
  v_free oid[];
  v_table oid;
begin
  place := 0;
  while v_left <> '{}' loop
    v_free := array(
      select t from unnest(v_left) t where not exists (
        select from pg_constraint
        where contype = 'f' and confrelid = t and conrelid <> t and conrelid = any (v_left))
      order by t::regclass::text);
    foreach v_table in array v_free loop
      place := place + 1;
      tables := array[v_table];
      return next;
    end loop;
    if v_free = '{}' then
      -- Whatever refers to one of the smallest circle belongs to it.
      with recursive referring (t, by) as (
        select t, t from unnest(v_left) t
        union
        select r.t, f.conrelid from referring r join pg_constraint f on f.contype = 'f' and f.confrelid = r.by
        where f.conrelid = any (v_left)
      )
      select array_agg(by) into v_free from referring group by t order by count(*) limit 1;
      place := place + 1;
      tables := v_free;
      return next;
    end if;
    v_left := array(select t from unnest(v_left) t where t <> all (v_free));
  end loop;
end
$$;

-- Deletes rows of a company from the tables of one place, to which no other table refers any more. Of a table that refers
-- to itself those go first to which no row refers, newest first.
create function app.remove_rows(p_company int, p_tables oid[], p_most int) returns bigint
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  v_table oid := p_tables[1];
  v_tenant text;
  v_order text;
  v_leaves text;
  v_rows bigint;
begin
  if cardinality(p_tables) = 1 then
    select attname into v_tenant from pg_attribute
      where attrelid = v_table and attname in ('tenant_id', 'tenant') and not attisdropped;
    -- Along the primary key where it begins with the company: no other company's row is looked at.
    select 'order by ' || string_agg(format('t.%I desc', attname), ', ' order by k.place) into v_order
    from pg_index i cross join unnest(i.indkey::int[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = v_table and i.indisprimary
    having (array_agg(attname order by k.place))[1] = v_tenant;
    -- `offset 0` keeps the planner from reading the whole table once for each portion.
    select string_agg(format('and not exists (select from %s c where %s and c.ctid <> t.ctid offset 0)', v_table::regclass, (
        select string_agg(format('c.%I = t.%I', own.attname, other.attname), ' and ')
        from unnest(f.conkey, f.confkey) k (own, other)
          join pg_attribute own on own.attrelid = v_table and own.attnum = k.own
          join pg_attribute other on other.attrelid = v_table and other.attnum = k.other)), ' ')
      into v_leaves
    from pg_constraint f where contype = 'f' and conrelid = v_table and confrelid = v_table;
    execute format('delete from %1$s where ctid = any (array(select t.ctid from %1$s t where t.%2$I = %3$s %4$s %5$s limit %6$s))',
      v_table::regclass, v_tenant, p_company, v_leaves, v_order, p_most);
    get diagnostics v_rows = row_count;
    if v_rows > 0 or v_leaves is null then return v_rows; end if;
  end if;
  -- A circle: one statement, at whose end references are checked.
  execute (
    select format('with %s select %s',
      string_agg(format('t%s as (delete from %s where %I = %s returning 1)', t, t::regclass, attname, p_company), ', '),
      string_agg(format('(select count(*) from t%s)', t), ' + '))
    from unnest(p_tables) t
      join pg_attribute on attrelid = t and attname in ('tenant_id', 'tenant') and not attisdropped) into v_rows;
  return v_rows;
end
$$;

create function app.require_removal(p_company int) returns void language plpgsql stable as $$
begin
  if not app.in_operator_company() or not app.is_removing(p_company) then
    raise exception 'company % is not being removed', p_company using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- Tells open pages of the operator, not oftener than they are read.
create function app.tell_of_removal(p_company int) returns void language plpgsql volatile as $$
begin
  update tenant set removal_told_at = clock_timestamp()
    where id = p_company and coalesce(removal_told_at, '-infinity') < clock_timestamp() - interval '2 seconds';
  if found then perform app.announce('company'); end if;
end
$$;

-- Deletes rows of a company until there are `p_most` or `p_ms` have passed; begins with the tables of a place. `next_place` is
-- where the following portion begins, null behind the last place. Triggers add rows of sums meanwhile: the company is empty when
-- a portion that begins at 0 finds nothing.
create function app.remove_portion(p_company int, p_from int, p_most int, p_ms int, out removed bigint, out next_place int)
  language plpgsql volatile security definer set search_path = public, pg_temp
  set enable_seqscan to off set enable_bitmapscan to off set enable_hashjoin to off set enable_mergejoin to off
  set enable_sort to off as $$
declare
  v_operator text := app.tenant_id();
  v_user text := current_setting('app.user', true);
  v_until timestamptz := clock_timestamp() + make_interval(secs => p_ms / 1000.0);
  v_place record;
  -- A statement is not broken off: it deletes as many rows as take some hundredths of a second.
  v_step int;
  v_begun timestamptz;
  v_ms float8;
  v_rows bigint;
begin
  perform app.require_removal(p_company);
  removed := 0;
  perform set_config('app.audit', 'off', true), set_config('app.tenant', p_company::text, true),
    set_config('app.user', '', true);
  <<places>>
  for v_place in select * from app.removal_order() o where o.place >= p_from order by o.place loop
    v_step := 25;
    loop
      if removed >= p_most or clock_timestamp() >= v_until then
        next_place := v_place.place;
        exit places;
      end if;
      v_begun := clock_timestamp();
      v_rows := app.remove_rows(p_company, v_place.tables, least(v_step, p_most - removed)::int);
      removed := removed + v_rows;
      exit when v_rows = 0;
      v_ms := extract(epoch from clock_timestamp() - v_begun) * 1000;
      if v_ms < 30 then v_step := least(v_step * 2, 2000);
      elsif v_ms > 60 then v_step := greatest(v_step / 2, 5);
      end if;
    end loop;
  end loop;
  perform set_config('app.audit', '', true), set_config('app.tenant', v_operator, true), set_config('app.user', v_user, true);
  update tenant set removal_rows = removal_rows + removed, removal_fault = null where id = p_company;
  perform app.tell_of_removal(p_company);
end
$$;

-- That the bytes of so many files are gone.
create function app.note_removed_files(p_company int, p_files int) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform app.require_removal(p_company);
  update tenant set removal_files = removal_files + p_files, removal_fault = null where id = p_company;
  perform app.tell_of_removal(p_company);
end
$$;

create function app.note_removal_fault(p_company int, p_fault text) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform app.require_removal(p_company);
  update tenant set removal_fault = p_fault where id = p_company;
  perform app.announce('company');
end
$$;

-- The end of the removal of a company of which nothing is left: the company itself. The operator's history and audit log say
-- who wanted it, when, and how much it was.
create function app.end_removal(p_company int) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_company tenant;
  v_plan company_event;
  v_zone text := (select time_zone from tenant where id = app.tenant_id());
begin
  perform app.require_removal(p_company);
  select * into v_company from tenant where id = p_company for update;
  select * into v_plan from company_event where company = p_company and action = 'planRemoval' order by id desc limit 1;
  perform app.tell_of_company(p_company, 'remove', coalesce(v_company.removal_why, ''), jsonb_build_array(
    jsonb_build_object('title', '计划删除', 'from', '',
      'to', concat_ws(' ', v_plan.actor_name, to_char(v_plan.at at time zone v_zone, 'YYYY-MM-DD HH24:MI'))),
    jsonb_build_object('title', '删除数据行数', 'from', '', 'to', v_company.removal_rows::text),
    jsonb_build_object('title', '删除文件数', 'from', '', 'to', v_company.removal_files::text)));
  delete from tenant where id = p_company;
  perform app.announce('company');
end
$$;

-- About how many rows a company has: counted up to some thousands in each table, beyond as the planner expects.
create function app.rows_of_company(p_company int) returns bigint
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  c_counted constant int := 10000;
  v_table record;
  v_rows bigint;
  v_plan json;
  v_total bigint := 0;
begin
  for v_table in
    select c.oid::regclass as name, attname from pg_class c join pg_attribute
      on attrelid = c.oid and attname in ('tenant_id', 'tenant') and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('select count(*) from (select from %s where %I = %s limit %s) t',
      v_table.name, v_table.attname, p_company, c_counted) into v_rows;
    if v_rows = c_counted then
      execute format('explain (format json) select from %s where %I = %s', v_table.name, v_table.attname, p_company)
        into v_plan;
      v_rows := greatest(v_rows, (v_plan -> 0 -> 'Plan' ->> 'Plan Rows')::bigint);
    end if;
    v_total := v_total + v_rows;
  end loop;
  return v_total;
end
$$;

-- As in 0197_company_removal.sql; counts what there is.
create or replace function app.begin_removal(p_company int) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_operator text := app.tenant_id();
  v_rows bigint;
begin
  if not app.in_operator_company() then
    raise exception 'only the operator of the platform does this' using errcode = 'insufficient_privilege';
  end if;
  update tenant set status = 'removing', version = version + 1
    where id = p_company and status = 'stopped' and removal_at <= now();
  if not app.is_removing(p_company) then return false; end if;
  if exists (select from tenant where id = p_company and removal_expected is null) then
    perform set_config('app.tenant', p_company::text, true);
    v_rows := app.rows_of_company(p_company);
    perform set_config('app.tenant', v_operator, true);
    update tenant set removal_expected = v_rows where id = p_company;
  end if;
  perform app.announce('company');
  return true;
end
$$;
