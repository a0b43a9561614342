-- Removing a company takes time in proportion to its rows, also where no vacuum comes: what is deleted stays in every index
-- until then, and whoever looks for a row of the company walks over it (docs/decisions/0096-companies-of-the-platform.md).

-- References to what a company has by the hundred thousand.
drop index field_photo_order;
create index field_photo_order on field_photo (tenant_id, order_id);
drop index order_relation_order;
create index order_relation_order on order_relation (tenant_id, order_id);
drop index order_relation_other;
create index order_relation_other on order_relation (tenant_id, other_id);
create index oa_request_instance on oa_request (tenant_id, instance_id) where instance_id is not null;
create index work_order_extension_instance on work_order_extension (tenant_id, instance_id) where instance_id is not null;
create index process_migration_row_instance on process_migration_row (tenant_id, instance_id);
create index inspection_line_device on inspection_sheet_line (tenant_id, device_id) where device_id is not null;
create index inspection_plan_version_instance on inspection_plan_version (tenant_id, instance_id)
  where instance_id is not null;
create index earth_hanging_handed on earth_hanging (tenant_id, handed_to) where handed_to is not null;
create index device_event_other on device_event (tenant_id, other_device_id) where other_device_id is not null;

-- Deletes rows of a company from the tables of one place, to which no other table refers any more, those before `p_last`: the
-- key of the last one that was deleted, so that a statement does not begin with all that the ones before it deleted. Of a
-- table that refers to itself those go first to which no row refers, newest first.
drop function app.remove_rows(int, oid[], int);
create function app.remove_rows(p_company int, p_tables oid[], p_most int, p_last text, out removed bigint, out last text)
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  v_table oid := p_tables[1];
  v_tenant text;
  v_order text;
  v_key text;
  v_literal text;
  v_leaves text;
begin
  if cardinality(p_tables) = 1 then
    select attname into v_tenant from pg_attribute
      where attrelid = v_table and attname in ('tenant_id', 'tenant') and not attisdropped;
    -- Along the primary key where it begins with the company: no other company's row is looked at.
    select 'order by ' || string_agg(format('t.%I desc', attname), ', ' order by k.place),
        'row(' || string_agg(format('t.%I', attname), ', ' order by k.place) || ')'
      into v_order, v_key
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
    -- The values of the key, as literals of their types.
    select string_agg(format('quote_literal(t.%I) || %L', attname, '::' || format_type(atttypid, atttypmod)), $s$ || ', ' || $s$
        order by k.place) into v_literal
    from pg_index i cross join unnest(i.indkey::int[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = v_table and i.indisprimary and v_key is not null;
    execute format('with chosen as materialized (select t.ctid as place, %1$s as key from %2$s t where t.%3$I = %4$s %5$s %6$s %7$s limit %8$s),
        gone as (delete from %2$s where ctid = any (array(select place from chosen)) returning 1)
      select (select count(*) from gone), (select key from chosen offset (select greatest(count(*) - 1, 0) from chosen) limit 1)',
      coalesce(v_literal, 'null::text'), v_table::regclass, v_tenant, p_company,
      case when p_last is not null then format('and %s < row(%s)', v_key, p_last) end, v_leaves, v_order, p_most) into removed, last;
    if removed > 0 or p_last is not null or v_leaves is null then return; end if;
  end if;
  -- A circle: one statement, at whose end references are checked.
  execute (
    select format('with %s select %s',
      string_agg(format('t%s as (delete from %s where %I = %s returning 1)', t, t::regclass, attname, p_company), ', '),
      string_agg(format('(select count(*) from t%s)', t), ' + '))
    from unnest(p_tables) t
      join pg_attribute on attrelid = t and attname in ('tenant_id', 'tenant') and not attisdropped) into removed;
end
$$;

create or replace function app.remove_portion(p_company int, p_from int, p_most int, p_ms int, out removed bigint, out next_place int)
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
  v_last text;
  v_next text;
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
    -- People have a hundred references without an index: one may take as long as others by the thousand.
    v_step := 1;
    v_last := null;
    loop
      if removed >= p_most or clock_timestamp() >= v_until then
        next_place := v_place.place;
        exit places;
      end if;
      v_begun := clock_timestamp();
      select r.removed, r.last into v_rows, v_next
        from app.remove_rows(p_company, v_place.tables, least(v_step, p_most - removed)::int, v_last) r;
      removed := removed + v_rows;
      -- From the end again, for rows that others referred to meanwhile.
      exit when v_rows = 0 and v_last is null;
      v_last := v_next;
      v_ms := extract(epoch from clock_timestamp() - v_begun) * 1000;
      if v_ms < 30 then v_step := least(v_step * 2, 2000);
      elsif v_ms > 60 then v_step := greatest(v_step / 2, 1);
      end if;
    end loop;
  end loop;
  perform set_config('app.audit', '', true), set_config('app.tenant', v_operator, true), set_config('app.user', v_user, true);
  update tenant set removal_rows = removal_rows + removed, removal_fault = null where id = p_company;
  perform app.tell_of_removal(p_company);
end
$$;
