-- Requests of executors for a later planned end of their order, each decided by a process of the type orderExtension,
-- whose business row is the order.
create table work_order_extension (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  asker_id bigint not null default app.user_id(),
  asked_at timestamptz not null,
  old_end timestamptz not null,
  new_end timestamptz not null,
  reason text not null check (reason <> ''),
  -- That of the instance, which writes it in the transaction of its step.
  status text not null default 'running'
    check (status in ('running', 'completed', 'refused', 'voided', 'withdrawn')),
  instance_id bigint,
  -- Who decided or ended it.
  decider_id bigint,
  decider_name text,
  decided_at timestamptz,
  opinion text not null default '',
  primary key (tenant_id, id),
  check (new_end > old_end),
  check ((status = 'running') = (decided_at is null)),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, asker_id) references app_user (tenant_id, id),
  foreign key (tenant_id, decider_id) references app_user (tenant_id, id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id)
);
create index work_order_extension_order on work_order_extension (tenant_id, order_id, id);
create unique index work_order_extension_open on work_order_extension (tenant_id, order_id) where status = 'running';
call app.isolate('work_order_extension');

-- Copies that lists and rules read without a join.
alter table work_order add column extension_asker_id bigint, add column extension_count smallint not null default 0,
  add constraint work_order_extension_asker foreign key (tenant_id, extension_asker_id) references app_user (tenant_id, id);
comment on column work_order.extension_asker_id is 'Who asked for the extension that waits for a decision.';
comment on column work_order.extension_count is 'How often the order was extended.';

alter table work_order_event drop constraint work_order_event_action_check,
  add constraint work_order_event_action_check check (
    action in (
      'create', 'import', 'assign', 'claim', 'reassign', 'start', 'save', 'submit', 'pass', 'reject', 'terminate',
      'extend', 'extensionAgree', 'extensionRefuse', 'extensionEnd', 'insurance'
    )
  );
call app.require_event('work_order_extension', 'work_order_event', 'e.order_id = new.order_id',
  'old.status <> new.status', true);

-- Refuses, at commit, requests of an order that are not in the state of their instances, instances without a request,
-- and an order whose copies say otherwise. The tenant is set as in app.require_event.
create function app.extensions_agree(p_tenant int, p_order bigint) returns void language plpgsql as $$
declare
  v_tenant text := current_setting('app.tenant', true);
  v_agrees boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select o.extension_asker_id is not distinct from (
      select x.asker_id from work_order_extension x
      where x.tenant_id = o.tenant_id and x.order_id = o.id and x.status = 'running')
    and o.extension_count = (
      select count(*) from work_order_extension x
      where x.tenant_id = o.tenant_id and x.order_id = o.id and x.status = 'completed')
    and not exists (
      select from (
        select * from work_order_extension x where x.tenant_id = o.tenant_id and x.order_id = o.id) x
      full join (
        select * from process_instance i
        where i.tenant_id = o.tenant_id and i.business_type = 'orderExtension' and i.business_id = o.id
          and i.parent_id is null) i
        on i.id = x.instance_id
      where i.status is distinct from x.status)
  into v_agrees from work_order o where o.tenant_id = p_tenant and o.id = p_order;
  perform set_config('app.tenant', coalesce(v_tenant, ''), true);
  if v_agrees is not true then
    raise exception 'the extensions of work order % and their processes are not in the same state', p_order
      using errcode = 'check_violation';
  end if;
end
$$;

create function app.check_extension() returns trigger language plpgsql as $$
begin
  perform app.extensions_agree(new.tenant_id, new.order_id);
  return null;
end
$$;
create constraint trigger work_order_extension_agrees after insert or update on work_order_extension
  deferrable initially deferred for each row execute function app.check_extension();

create function app.check_extension_of_order() returns trigger language plpgsql as $$
begin
  perform app.extensions_agree(new.tenant_id, new.id);
  return null;
end
$$;
create constraint trigger work_order_extended after update on work_order deferrable initially deferred
  for each row when (
    (old.extension_asker_id, old.extension_count) is distinct from (new.extension_asker_id, new.extension_count)
  )
  execute function app.check_extension_of_order();

create function app.check_extension_of_process() returns trigger language plpgsql as $$
begin
  perform app.extensions_agree(new.tenant_id, new.business_id);
  return null;
end
$$;
create constraint trigger process_extension_born after insert on process_instance deferrable initially deferred
  for each row when (new.business_type = 'orderExtension' and new.parent_id is null)
  execute function app.check_extension_of_process();
create constraint trigger process_extension after update on process_instance deferrable initially deferred
  for each row when (
    new.business_type = 'orderExtension' and new.parent_id is null
    and (old.status, old.business_id) is distinct from (new.status, new.business_id)
  )
  execute function app.check_extension_of_process();

-- What decides about an order is seen where the order is.
create or replace function app.station_carries_work_orders() returns trigger language plpgsql as $$
begin
  update work_order set psa_id = new.psa_id, dep_code = new.dep_code
    where tenant_id = new.tenant_id and station_id = new.id;
  update process_instance i set psa_id = new.psa_id, dep_code = new.dep_code
    from work_order o
    where o.tenant_id = new.tenant_id and o.station_id = new.id
      and i.tenant_id = o.tenant_id and i.business_type = any ('{workOrder,orderExtension}') and i.business_id = o.id;
  return null;
end
$$;
