-- Moves of departments (docs/decisions/0097-department-moves.md): a department's code, and with it those of everything
-- below it, change in one transaction with the codes of its stations. What copies a station's code follows in the
-- background; until it has, conditions and functions count by both codes.

create table department_move (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  kind text not null check (kind in ('move', 'merge')),
  -- No references: the record outlives the departments.
  department_id bigint not null,
  name text not null,
  target_id bigint not null,
  target_name text not null,
  reason text not null check (reason <> ''),
  -- Array of {from, to, whole}: codes before and after; `whole` with everything below.
  codes jsonb not null check (jsonb_typeof(codes) = 'array'),
  departments int not null,
  people int not null,
  stations int not null,
  actor_id bigint not null default app.user_id(),
  at timestamptz not null,
  -- Rows that have followed, of about how many.
  followed bigint not null default 0,
  expected bigint not null default 0,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
-- The next one waits until everything has followed.
create unique index department_move_under_way on department_move (tenant_id) where finished_at is null;
call app.isolate('department_move');

insert into app.audit_exception values
  ('department_move', 'the departments and stations are recorded; the rest is how far what follows has come');

-- The moves under way of a company, as the kernel reads them with every call (server/src/kernel/place-moves.ts); null
-- for none.
create function app.moves_of(p_tenant int) returns jsonb language plpgsql stable as $$
begin
  return (select m.codes from department_move m where m.tenant_id = p_tenant and m.finished_at is null);
end
$$;

create function app.is_moving() returns boolean language plpgsql stable as $$
begin
  return app.moves_of(app.tenant_id()) is not null;
end
$$;

-- A code of a place as it is now, whether or not its row has followed.
create function app.code_now(p_code text) returns text language plpgsql stable as $$
begin
  return coalesce((
    select c."to" || substr(p_code, length(c."from") + 1)
    from jsonb_to_recordset(app.moves_of(app.tenant_id())) c ("from" text, "to" text, whole boolean)
    where p_code = c."from" or c.whole and starts_with(p_code, c."from")
    order by length(c."from") desc limit 1), p_code);
end
$$;

create or replace function app.data_role_has_place(r data_role, p_dep_code text, p_psa bigint, p_station bigint)
  returns boolean language sql stable
begin atomic
  select (r.department_ids is null and r.psa_ids is null and r.station_ids is null
      or coalesce(p_psa = any(r.psa_ids), false) or coalesce(p_station = any(r.station_ids), false)
      or exists (select from department d where d.tenant_id = r.tenant_id and d.id = any(r.department_ids)
        and starts_with(case when (select app.is_moving()) then app.code_now(p_dep_code) else p_dep_code end, d.org_code)))
    and (r.site_types is null or exists (select from station s
      where s.tenant_id = r.tenant_id and s.id = p_station and s.site_type = any(r.site_types)));
end;

create or replace function app.emit_event(p_event text, p_kind text, p_object bigint, p_code text, p_station bigint, p_dep text,
  p_at timestamptz, p_actor bigint, p_data jsonb) returns void language plpgsql as $$
declare
  v_hook bigint;
  v_delivery uuid;
begin
  for v_hook in
    select h.id from webhook h
    where h.enabled and h.removed_at is null
      and h.events && array[p_event, split_part(p_event, '.', 1) || '.*', '*']
      and (h.department_ids = '{}' and h.station_ids = '{}' or p_station = any(h.station_ids)
        or exists (select from department d
          where d.id = any(h.department_ids) and starts_with(app.code_now(p_dep), d.org_code)))
    order by h.id
  loop
    insert into webhook_delivery (hook_id, event, object_kind, object_id, object_code, at, actor_id, data)
      values (v_hook, p_event, p_kind, p_object, p_code, p_at, p_actor, p_data) returning id into v_delivery;
    perform app.enqueue_job('webhook', jsonb_build_object('id', v_delivery),
      concat_ws(' ', v_hook, p_kind, p_object), clock_timestamp(), app.tenant_id());
  end loop;
end
$$;

-- While a department moves, orders and tickets follow in the background, and not with their stations.
create function app.departments_move() returns boolean language sql stable
  return current_setting('app.departments_move', true) = 'on';

drop trigger station_moved on station;
create trigger station_moved after update on station for each row
  when ((old.dep_code is distinct from new.dep_code or old.psa_id is distinct from new.psa_id)
    and not coalesce(app.departments_move(), false))
  execute function app.station_carries_work_orders();
drop trigger station_moved_tickets on station;
create trigger station_moved_tickets after update on station for each row
  when ((old.dep_code is distinct from new.dep_code or old.psa_id is distinct from new.psa_id)
    and not coalesce(app.departments_move(), false))
  execute function app.station_carries_tickets();

-- What a person may see changed without a change of the person.
create trigger access_announced_move after update on department for each row
  when (old.org_code is distinct from new.org_code) execute function app.announce_account();

-- A code of a place is derived from its department, which says that it changed.
create or replace function app.is_audited(p_column text, p_type regtype) returns boolean language sql immutable
  return p_type <> 'tsvector'::regtype
    and p_column <> all (array['tenant_id', 'id', 'created_at', 'updated_at', 'updated_by', 'name_place', 'last_step', 'sha256', 'content_hash',
      'last_used_at', 'last_used_from', 'dep_code']);
