-- Every work order has one process instance from its first to its last moment, and both are always in the same state.

-- Whoever holds one of a company's rights may take a step, as the calls of the business rows ask for it.
alter table process_candidate drop constraint process_candidate_kind_check,
  add constraint process_candidate_kind_check check (kind in ('user', 'role', 'right'));
comment on column process_candidate.ref is 'The id of a person, the code of a role, or the code of a permission.';

-- Orders that were imported, or made by the program, were reported by nobody.
alter table process_instance alter column starter_id drop not null;

alter table process_instance add column business_state text;
comment on column process_instance.business_state is 'The state that the open step gives the business row.';

-- The state of an order by its process: that of the open step, 4 at the regular end, 5 at any other.
create function app.order_state_of(p_status text, p_state text) returns smallint language sql immutable parallel safe
  return case p_status when 'running' then p_state::smallint when 'completed' then 4 else 5 end;

-- Refuses, at commit, an order that has no instance, or one in another state, or several. Both rows are read as they are
-- then, because a transaction may take several steps. The tenant is set as in app.require_event.
create function app.order_agrees_with_process(p_tenant int, p_order bigint) returns void language plpgsql as $$
declare
  v_tenant text := current_setting('app.tenant', true);
  v_agrees boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select count(*) = 1 and bool_and(app.order_state_of(i.status, i.business_state) = o.flow_sts) into v_agrees
  from work_order o
    join process_instance i on i.tenant_id = o.tenant_id and i.business_type = 'workOrder' and i.business_id = o.id
      and i.parent_id is null
  where o.tenant_id = p_tenant and o.id = p_order;
  perform set_config('app.tenant', coalesce(v_tenant, ''), true);
  if v_agrees is not true then
    raise exception 'work order % and its process are not in the same state', p_order
      using errcode = 'check_violation';
  end if;
end
$$;

create function app.check_process_of_order() returns trigger language plpgsql as $$
begin
  perform app.order_agrees_with_process(new.tenant_id, new.id);
  return null;
end
$$;
create constraint trigger work_order_within_process_born after insert on work_order deferrable initially deferred
  for each row execute function app.check_process_of_order();
create constraint trigger work_order_within_process after update on work_order deferrable initially deferred
  for each row when (old.flow_sts <> new.flow_sts) execute function app.check_process_of_order();

create function app.check_order_of_process() returns trigger language plpgsql as $$
begin
  if new.business_type = 'workOrder' then
    perform app.order_agrees_with_process(new.tenant_id, new.business_id);
  end if;
  if tg_op = 'UPDATE' and old.business_type = 'workOrder'
    and (old.business_type, old.business_id) is distinct from (new.business_type, new.business_id) then
    perform app.order_agrees_with_process(old.tenant_id, old.business_id);
  end if;
  return null;
end
$$;
create constraint trigger process_order_born after insert on process_instance deferrable initially deferred
  for each row when (new.business_type = 'workOrder' and new.parent_id is null)
  execute function app.check_order_of_process();
create constraint trigger process_order after update on process_instance deferrable initially deferred
  for each row when (
    (old.business_type = 'workOrder' or new.business_type = 'workOrder')
    and (old.status, old.business_state, old.business_type, old.business_id)
      is distinct from (new.status, new.business_state, new.business_type, new.business_id)
  )
  execute function app.check_order_of_process();

-- An order's process is seen where the order is.
create or replace function app.station_carries_work_orders() returns trigger language plpgsql as $$
begin
  update work_order set psa_id = new.psa_id, dep_code = new.dep_code
    where tenant_id = new.tenant_id and station_id = new.id;
  update process_instance i set psa_id = new.psa_id, dep_code = new.dep_code
    from work_order o
    where o.tenant_id = new.tenant_id and o.station_id = new.id
      and i.tenant_id = o.tenant_id and i.business_type = 'workOrder' and i.business_id = o.id;
  return null;
end
$$;
