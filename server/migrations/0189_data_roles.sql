-- Data roles: which of the stations and orders of their scope people see, which columns are hidden or masked, and how
-- many rows they may export. They only ever narrow what the own department and related projects give
-- (docs/decisions/0092-data-roles.md).
create table data_role (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  description text not null default '',
  enabled boolean not null default true,
  -- Places: stations of these departments and below, of these projects, or these; all three null for every place.
  department_ids bigint[],
  psa_ids bigint[],
  station_ids bigint[],
  site_types text[],
  task_types smallint[],
  task_types_excluded boolean not null default false,
  own_orders text check (own_orders in ('own', 'ownOrOpen')),
  columns jsonb not null default '{}',
  most_export_rows int check (most_export_rows >= 0),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, name)
);
comment on column data_role.site_types is 'As station.site_type; null for every type.';
comment on column data_role.task_types is 'Orders of these types only, or of none of them if task_types_excluded.';
comment on column data_role.own_orders is 'own: reported, executed, assisted or accepted by the person; ownOrOpen: these, and those to be assigned.';
comment on column data_role.columns is 'Key of the column (contract/src/data-columns.ts) to hide or mask.';
call app.isolate('data_role');
call app.keep_names('data_role', 'name');

-- Whom a data role is for: people, and everybody with a role.
create table data_role_user (
  tenant_id int not null default app.tenant_id() references tenant,
  data_role_id bigint not null,
  user_id bigint not null,
  primary key (tenant_id, user_id, data_role_id),
  foreign key (tenant_id, data_role_id) references data_role (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index data_role_user_role on data_role_user (tenant_id, data_role_id);
call app.isolate('data_role_user');

create table data_role_role (
  tenant_id int not null default app.tenant_id() references tenant,
  data_role_id bigint not null,
  role_id bigint not null,
  primary key (tenant_id, role_id, data_role_id),
  foreign key (tenant_id, data_role_id) references data_role (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
create index data_role_role_role on data_role_role (tenant_id, data_role_id);
call app.isolate('data_role_role');

create table data_role_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  -- No reference: the history outlives the data role.
  data_role_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('create', 'edit', 'remove')),
  edited jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
comment on column data_role_event.edited is 'Array of {title, from, to}.';
create index data_role_event_of_role on data_role_event (tenant_id, data_role_id, id desc);
call app.isolate('data_role_event');
call app.keep_forever('data_role_event');

-- Open streams check what they may tell.
do $$
declare
  v_table text;
  v_kind text;
begin
  foreach v_table in array array['data_role', 'data_role_user', 'data_role_role'] loop
    foreach v_kind in array array['insert', 'update', 'delete'] loop
      execute format(
        'create trigger %I after %s on %I referencing %s table as touched
           for each statement execute function app.announce_access()',
        'access_announced_' || v_kind, v_kind, v_table, case v_kind when 'delete' then 'old' else 'new' end);
    end loop;
  end loop;
end $$;

-- The data roles in force for a person.
create function app.data_roles_of(p_tenant int, p_user bigint) returns setof data_role language sql stable
begin atomic
  select r.* from data_role r
  where r.tenant_id = p_tenant and r.enabled and r.id in (
    select given.data_role_id from data_role_user given where given.tenant_id = p_tenant and given.user_id = p_user
    union all
    select through.data_role_id from user_role held
      join data_role_role through on through.tenant_id = held.tenant_id and through.role_id = held.role_id
    where held.tenant_id = p_tenant and held.user_id = p_user);
end;

create function app.narrows_stations(r data_role) returns boolean language sql immutable
  return r.department_ids is not null or r.psa_ids is not null or r.station_ids is not null or r.site_types is not null;

create function app.narrows_rows(r data_role) returns boolean language sql immutable
  return app.narrows_stations(r) or r.task_types is not null or r.own_orders is not null;

-- Whether a person has any data role, in force or not. PL/pgSQL keeps its plans; every call of everybody asks this.
create function app.has_data_role(p_tenant int, p_user bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from data_role_user given where given.tenant_id = p_tenant and given.user_id = p_user)
    or exists (
      select from data_role_role through
        join user_role held on held.tenant_id = through.tenant_id and held.role_id = through.role_id
      where through.tenant_id = p_tenant and held.user_id = p_user);
end
$$;

-- What narrows a person, as the kernel reads it with every call (server/src/kernel/narrowing.ts); null for nothing. Of
-- several data roles with conditions on rows each adds its rows; of columns and export sizes the strictest counts.
create function app.narrowing_of(p_tenant int, p_user bigint) returns jsonb language plpgsql stable as $$
begin
  if not app.has_data_role(p_tenant, p_user) then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'rows', jsonb_agg(jsonb_build_object(
        'id', r.id::text,
        'depCodes', case when r.department_ids is not null then array(
          select d.org_code from department d where d.tenant_id = p_tenant and d.id = any(r.department_ids) order by 1) end,
        'psaIds', r.psa_ids::text[], 'stationIds', r.station_ids::text[], 'siteTypes', r.site_types,
        'taskTypes', r.task_types, 'isExcluded', r.task_types_excluded, 'own', r.own_orders
      ) order by r.id) filter (where app.narrows_rows(r)),
      'columns', coalesce((
        select jsonb_object_agg(key, effect) from (
          -- `hide` comes before `mask` in the alphabet, and is the stricter one.
          select each.key, min(each.value #>> '{}') as effect
          from app.data_roles_of(p_tenant, p_user) h cross join lateral jsonb_each(h.columns) each
          group by each.key) strictest
      ), '{}'),
      'mostExportRows', min(r.most_export_rows))
    from app.data_roles_of(p_tenant, p_user) r
    having count(*) > 0);
end
$$;

create function app.data_role_has_place(r data_role, p_dep_code text, p_psa bigint, p_station bigint) returns boolean
  language sql stable
begin atomic
  select (r.department_ids is null and r.psa_ids is null and r.station_ids is null
      or coalesce(p_psa = any(r.psa_ids), false) or coalesce(p_station = any(r.station_ids), false)
      or exists (select from department d where d.tenant_id = r.tenant_id and d.id = any(r.department_ids)
        and starts_with(p_dep_code, d.org_code)))
    and (r.site_types is null or exists (select from station s
      where s.tenant_id = r.tenant_id and s.id = p_station and s.site_type = any(r.site_types)));
end;

-- Whether the data roles of a person let them see a station that is in their scope.
create function app.shows_station(p_tenant int, p_user bigint, p_dep_code text, p_psa bigint, p_station bigint)
  returns boolean language plpgsql stable as $$
begin
  return not app.has_data_role(p_tenant, p_user) or (
    select coalesce(bool_or(app.data_role_has_place(r, p_dep_code, p_psa, p_station)), true)
    from app.data_roles_of(p_tenant, p_user) r where app.narrows_rows(r));
end
$$;

-- The same of an order. With p_once_theirs, as if the order were the person's own: whether it can be given to them.
create function app.shows_order(p_user bigint, o work_order, p_once_theirs boolean) returns boolean language plpgsql stable
as $$
begin
  return not app.has_data_role(o.tenant_id, p_user) or (
    select coalesce(bool_or(
      app.data_role_has_place(r, o.dep_code, o.psa_id, o.station_id)
      and (r.task_types is null or (o.task_type = any(r.task_types)) <> r.task_types_excluded)
      -- A comparison with a person that an order does not have yet is null.
      and (r.own_orders is null or p_once_theirs
        or coalesce(p_user in (o.reporter_id, o.liable_user_id, o.checker_id) or p_user = any(o.assist_user_ids), false)
        or (r.own_orders = 'ownOrOpen' and o.flow_sts = 1))), true)
    from app.data_roles_of(o.tenant_id, p_user) r where app.narrows_rows(r));
end
$$;
