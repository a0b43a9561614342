-- What is pushed to other systems (docs/decisions/0091-webhooks.md).

create table webhook (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  kind text not null check (kind in ('https', 'wecom', 'dingtalk', 'feishu')),
  url text not null check (url ~ '^https?://'),
  -- Empty for robots that need none.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  -- Events, or an area of them such as order.*.
  events text[] not null check (cardinality(events) > 0),
  -- Where it hears of; both empty: everywhere.
  department_ids bigint[] not null default '{}',
  station_ids bigint[] not null default '{}',
  with_phones boolean not null default false,
  with_fees boolean not null default false,
  enabled boolean not null default true,
  owner_id bigint not null default app.user_id(),
  created_at timestamptz not null,
  removed_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  check ((old_secret is null) = (old_secret_until is null)),
  foreign key (tenant_id, owner_id) references app_user (tenant_id, id)
);
create index webhook_active on webhook (tenant_id) where enabled and removed_at is null;
call app.isolate('webhook');

-- Something that one webhook is told. Written in the transaction in which it happened.
create table webhook_delivery (
  tenant_id int not null default app.tenant_id() references tenant,
  id uuid not null default gen_random_uuid(),
  hook_id bigint not null,
  event text not null check (event <> ''),
  object_kind text not null,
  object_id bigint not null,
  object_code text not null,
  at timestamptz not null,
  actor_id bigint,
  data jsonb not null,
  -- As it is sent, from the first attempt on.
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts int not null default 0,
  status int,
  ms int,
  fault text,
  tried_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, hook_id) references webhook (tenant_id, id)
);
create index webhook_delivery_newest on webhook_delivery (tenant_id, hook_id, at desc, id);
create index webhook_delivery_age on webhook_delivery (at);
call app.isolate('webhook_delivery');

create table webhook_attempt (
  tenant_id int not null default app.tenant_id() references tenant,
  delivery_id uuid not null,
  number int not null,
  at timestamptz not null,
  ms int not null,
  request text not null,
  status int,
  response text not null,
  fault text,
  primary key (tenant_id, delivery_id, number),
  foreign key (tenant_id, delivery_id) references webhook_delivery (tenant_id, id) on delete cascade
);
call app.isolate('webhook_attempt');

-- The one line with which anything tells the webhooks of its company what happened: those that listen to the event and
-- are told of the place. In the order of their jobs, so that one object's events arrive in their order.
create function app.emit_event(p_event text, p_kind text, p_object bigint, p_code text, p_station bigint, p_dep text,
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
          where d.id = any(h.department_ids) and starts_with(p_dep, d.org_code)))
    order by h.id
  loop
    insert into webhook_delivery (hook_id, event, object_kind, object_id, object_code, at, actor_id, data)
      values (v_hook, p_event, p_kind, p_object, p_code, p_at, p_actor, p_data) returning id into v_delivery;
    perform app.enqueue_job('webhook', jsonb_build_object('id', v_delivery),
      concat_ws(' ', v_hook, p_kind, p_object), clock_timestamp(), app.tenant_id());
  end loop;
end
$$;

-- Whether anybody in the company listens: all that an event costs a company without webhooks.
create function app.has_webhooks() returns boolean language sql stable
  return exists (select from webhook where enabled and removed_at is null);

create function app.emit_order_events() returns trigger language plpgsql as $$
begin
  if not app.has_webhooks() then return null; end if;
  perform app.emit_event(k.event, 'order', o.id, o.work_code, o.station_id, o.dep_code, e.at, e.actor_id,
      jsonb_build_object('workCode', o.work_code, 'psId', o.station_id::text, 'psName', s.name, 'taskType', o.task_type,
        'taskDescription', o.task_description, 'flowSts', e.to_sts, 'liablePerson', o.liable_person,
        'planStartTime', o.plan_start_time, 'planEndTime', o.plan_end_time, 'submitTime', o.submit_time,
        'flowEndTime', o.flow_end_time, 'lossPower', o.loss_power, 'actorName', e.actor_name, 'note', e.note))
    from happened e
      join lateral (select case e.action
        when 'create' then 'order.created' when 'assign' then 'order.assigned' when 'reassign' then 'order.assigned'
        when 'claim' then 'order.claimed' when 'start' then 'order.started' when 'submit' then 'order.submitted'
        when 'pass' then case when e.to_sts = 4 then 'order.accepted' end when 'reject' then 'order.returned'
        when 'terminate' then 'order.terminated' when 'extend' then 'extension.requested'
        when 'extensionAgree' then 'extension.agreed' when 'extensionRefuse' then 'extension.refused'
        when 'extensionEnd' then 'extension.ended' end as event
        union all select 'order.closed' where e.action = 'pass' and e.to_sts = 4) k on k.event is not null
      join work_order o on o.tenant_id = e.tenant_id and o.id = e.order_id
      join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    order by e.id;
  return null;
end
$$;
create trigger webhook_events after insert on work_order_event referencing new table as happened
  for each statement execute function app.emit_order_events();

create function app.emit_ticket_events() returns trigger language plpgsql as $$
begin
  if not app.has_webhooks() then return null; end if;
  perform app.emit_event('ticket.' || e.to_state, 'ticket', t.id, coalesce(t.number, '草稿'), t.station_id, t.dep_code,
      e.at, e.actor_id,
      jsonb_build_object('number', t.number, 'kind', t.kind, 'psId', t.station_id::text, 'psName', s.name,
        'task', t.task, 'state', e.to_state, 'fromState', e.from_state, 'actorName', e.actor_name, 'note', e.note))
    from happened e
      join ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id
      join station s on s.tenant_id = t.tenant_id and s.id = t.station_id
    where e.to_state <> e.from_state and e.to_state <> 'draft'
    order by e.id;
  return null;
end
$$;
create trigger webhook_events after insert on ticket_event referencing new table as happened
  for each statement execute function app.emit_ticket_events();

-- Steps of orders are told as events of orders.
create function app.emit_approval_events() returns trigger language plpgsql as $$
begin
  if not app.has_webhooks() then return null; end if;
  perform app.emit_event(case e.kind when 'open' then 'approval.arrived' else 'approval.decided' end, 'approval', i.id,
      i.title, null, i.dep_code, e.at, e.actor_id,
      jsonb_build_object('processInstanceId', i.id::text, 'title', i.title, 'step', t.name, 'outcome', e.outcome,
        'opinion', e.opinion, 'actorName', coalesce(actor.realname, ''),
        'assigneeName', coalesce(assignee.realname, '')))
    from happened e
      join process_instance i on i.tenant_id = e.tenant_id and i.id = e.instance_id
      left join process_task t on t.tenant_id = e.tenant_id and t.instance_id = e.instance_id and t.id = e.task_id
      left join app_user actor on actor.tenant_id = e.tenant_id and actor.id = e.actor_id
      left join app_user assignee on assignee.tenant_id = e.tenant_id and assignee.id = t.assignee_id
    where e.kind in ('open', 'complete') and i.business_type <> 'workOrder'
    order by e.instance_id, e.seq;
  return null;
end
$$;
create trigger webhook_events after insert on process_event referencing new table as happened
  for each statement execute function app.emit_approval_events();

create function app.emit_mention_events() returns trigger language plpgsql as $$
begin
  if not app.has_webhooks() then return null; end if;
  perform app.emit_event('comment.mentioned', 'order', o.id, o.work_code, o.station_id, o.dep_code, c.added_at,
      c.author_id,
      jsonb_build_object('workCode', o.work_code, 'psId', o.station_id::text, 'psName', s.name, 'text', c.text,
        'actorName', c.author_name, 'mentioned', array_agg(m.name order by m.name)))
    from happened m
      join order_comment c on c.tenant_id = m.tenant_id and c.id = m.comment_id
      join work_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
      join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    group by c.tenant_id, c.id, o.tenant_id, o.id, s.tenant_id, s.id
    order by c.id;
  return null;
end
$$;
create trigger webhook_events after insert on order_comment_mention referencing new table as happened
  for each statement execute function app.emit_mention_events();

insert into app.audit_exception values
  ('webhook_delivery', 'what is sent is about events that their own histories tell'),
  ('webhook_attempt', 'the log of deliveries');
