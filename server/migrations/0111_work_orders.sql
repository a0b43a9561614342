-- Work orders: the order, its execution, working hours and history.

create table work_order (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  work_code text not null,
  version int not null default 1,
  station_id bigint not null,
  -- Copies of the station's place, kept by trigger: data scope and lists read them without a join.
  psa_id bigint not null,
  dep_code text not null,
  task_type smallint not null,
  work_subclass text,
  task_category text,
  task_description text not null check (task_description <> ''),
  ops_business_source text,
  ops_source_category text not null,
  area_name text,
  device_id bigint,
  need_ticket smallint not null default 0 check (need_ticket in (0, 1, 2)),
  need_work_hours boolean not null default true,
  purchases_way text,
  flow_sts smallint not null default 1 check (flow_sts between 1 and 5),
  other_sts smallint not null default 1 check (other_sts between 0 and 6),
  reporter_id bigint,
  liable_user_id bigint,
  liable_person text,
  assist_user_ids bigint[] not null default '{}',
  checker_id bigint,
  plan_start_time timestamptz,
  plan_end_time timestamptz,
  imp_commit_time timestamptz,
  real_start_time timestamptz,
  work_start_time timestamptz,
  submit_time timestamptz,
  flow_end_time timestamptz,
  plan_code text,
  ticket_no text,
  loss_power numeric(12, 1) not null default 0 check (loss_power >= 0),
  -- What lists rank by: a closed order loses nothing any more.
  open_loss numeric(12, 1) generated always as (case when flow_sts < 4 then loss_power else 0 end) stored,
  execution_note text,
  score numeric(4, 1) check (score between 0 and 100),
  suggestion text,
  terminate_reason text,
  import_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, work_code),
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id),
  foreign key (tenant_id, reporter_id) references app_user (tenant_id, id),
  foreign key (tenant_id, liable_user_id) references app_user (tenant_id, id),
  foreign key (tenant_id, checker_id) references app_user (tenant_id, id),
  check (plan_end_time >= plan_start_time),
  check (flow_sts in (1, 5) or liable_person is not null),
  check (flow_sts <> 5 or terminate_reason is not null),
  check (flow_sts <> 3 or submit_time is not null),
  check (checker_id <> liable_user_id)
);
comment on column work_order.flow_sts is '1 待指派, 2 处理中, 3 验收中, 4 已完成, 5 已终止';
comment on column work_order.other_sts is '0 recorded as already done, 1 to be assigned, 2 not started, 3 in execution, 4 submitted, 5 accepted, 6 returned';
comment on column work_order.real_start_time is 'Assign or claim time (spec 2 §3); the start on site is work_start_time.';
comment on column work_order.loss_power is 'kWh lost per hour while the order is open';
comment on column work_order.import_key is 'Content and occurrence number of the imported row, so that importing again adds nothing.';
create index work_order_newest on work_order (tenant_id, created_at desc, id desc);
create index work_order_status on work_order (tenant_id, flow_sts, created_at desc, id desc);
create index work_order_path on work_order (tenant_id, dep_code text_pattern_ops, flow_sts);
create index work_order_station on work_order (tenant_id, station_id, created_at desc);
create index work_order_loss on work_order (tenant_id, open_loss desc, created_at desc, id desc);
create index work_order_liable on work_order (tenant_id, liable_user_id, flow_sts) where liable_user_id is not null;
create index work_order_due on work_order (tenant_id, plan_end_time) where flow_sts < 4;
create index work_order_code on work_order (tenant_id, work_code text_pattern_ops);
create index work_order_device on work_order (tenant_id, device_id, created_at desc) where device_id is not null;
-- Open orders are few compared with closed ones, and this is all that their sums read.
create index work_order_open on work_order (tenant_id, dep_code text_pattern_ops)
  include (psa_id, station_id, task_type, flow_sts, liable_user_id, plan_end_time, open_loss)
  where flow_sts < 4;
create index work_order_closed on work_order (tenant_id, flow_sts, flow_end_time) where flow_sts >= 4;
create unique index work_order_import on work_order (tenant_id, import_key) where import_key is not null;
call app.isolate('work_order');

-- Trigrams do not find Chinese words of two characters, so words are pairs of characters. The tenant is part of each, so
-- that one GIN index serves every company without reading the rows of others.
create function app.bigrams(p_tenant int, p_text text) returns text[] language sql immutable parallel safe
  return (
    select coalesce(array_agg(distinct p_tenant || ':' || substr(lower(p_text), n, 2)), '{}')
    from generate_series(1, greatest(length(p_text) - 1, 1)) as n
  );
create index work_order_words on work_order using gin (app.bigrams(tenant_id, task_description));

-- Searches within the caller's scope: departments from p_from up to, without, p_before and the projects p_psas; a null
-- p_from means the whole company. Runs as owner, because array and text operators are not leakproof and would not use
-- the index under row-level security. It filters by company itself and returns the columns that lists filter and sort
-- by; the rows that are shown are read from the table, under its policy. If the caller sees few orders, all of them are
-- searched, so that orders elsewhere do not affect the time either; otherwise the words are looked up first, and of the
-- orders of others only the place is read (docs/decisions/0020-what-refusals-tell.md has the figures).
create function app.search_work_orders(p_keyword text, p_from text, p_before text, p_psas bigint[])
  returns table (
    tenant_id int, id bigint, work_code text, station_id bigint, psa_id bigint, dep_code text, task_type smallint,
    flow_sts smallint, liable_user_id bigint, assist_user_ids bigint[], plan_start_time timestamptz,
    plan_end_time timestamptz, open_loss numeric, created_at timestamptz
  )
  language plpgsql stable rows 1000 security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  c_few constant int := 2000;
  v_tenant int := app.tenant_id();
  v_keyword text := lower(p_keyword);
  v_stations bigint[] := array(select s.id from station s where s.tenant_id = v_tenant and s.psa_id = any(p_psas));
  v_own int;
begin
  if p_from is not null then
    select count(*) into v_own from (
      (select from work_order o
        where o.tenant_id = v_tenant and o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before limit c_few + 1)
      union all
      (select from work_order o where o.tenant_id = v_tenant and o.station_id = any(v_stations) limit c_few + 1)) own;
    if v_own <= c_few then
      return query
        select o.tenant_id, o.id, o.work_code, o.station_id, o.psa_id, o.dep_code, o.task_type, o.flow_sts,
          o.liable_user_id, o.assist_user_ids, o.plan_start_time, o.plan_end_time, o.open_loss, o.created_at
        from work_order o
        where o.tenant_id = v_tenant and o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before
          and strpos(lower(o.task_description), v_keyword) > 0
        union all
        select o.tenant_id, o.id, o.work_code, o.station_id, o.psa_id, o.dep_code, o.task_type, o.flow_sts,
          o.liable_user_id, o.assist_user_ids, o.plan_start_time, o.plan_end_time, o.open_loss, o.created_at
        from work_order o
        where o.tenant_id = v_tenant and o.station_id = any(v_stations)
          and not (o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before)
          and strpos(lower(o.task_description), v_keyword) > 0;
      return;
    end if;
  end if;
  if length(v_keyword) < 2 then
    return query
      select o.tenant_id, o.id, o.work_code, o.station_id, o.psa_id, o.dep_code, o.task_type, o.flow_sts,
        o.liable_user_id, o.assist_user_ids, o.plan_start_time, o.plan_end_time, o.open_loss, o.created_at
      from work_order o
      where o.tenant_id = v_tenant
        and (p_from is null or (o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before) or o.station_id = any(v_stations))
        and strpos(lower(o.task_description), v_keyword) > 0;
  else
    return query
      select o.tenant_id, o.id, o.work_code, o.station_id, o.psa_id, o.dep_code, o.task_type, o.flow_sts,
        o.liable_user_id, o.assist_user_ids, o.plan_start_time, o.plan_end_time, o.open_loss, o.created_at
      from work_order o
      where app.bigrams(o.tenant_id, o.task_description) @> app.bigrams(v_tenant, v_keyword)
        and o.tenant_id = v_tenant
        and (p_from is null or (o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before) or o.station_id = any(v_stations))
        and strpos(lower(o.task_description), v_keyword) > 0;
  end if;
end
$$;

create function app.work_order_takes_station_place() returns trigger language plpgsql as $$
begin
  select psa_id, dep_code into strict new.psa_id, new.dep_code from station
    where tenant_id = new.tenant_id and id = new.station_id for share;
  return new;
end
$$;
create trigger work_order_place before insert or update of station_id on work_order
  for each row execute function app.work_order_takes_station_place();

create function app.station_carries_work_orders() returns trigger language plpgsql as $$
begin
  update work_order set psa_id = new.psa_id, dep_code = new.dep_code
    where tenant_id = new.tenant_id and station_id = new.id;
  return null;
end
$$;
create trigger station_moved after update on station for each row
  when (old.dep_code is distinct from new.dep_code or old.psa_id is distinct from new.psa_id)
  execute function app.station_carries_work_orders();

-- The last check of the state table of product.md; the rules with their messages are in the application.
create function app.work_order_moves_legally() returns trigger language plpgsql as $$
begin
  if not (old.flow_sts, new.flow_sts) in ((1, 2), (2, 3), (3, 4), (3, 2), (1, 5), (2, 5), (3, 5)) then
    raise exception 'work order % cannot go from % to %', old.work_code, old.flow_sts, new.flow_sts
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger work_order_move before update on work_order for each row
  when (old.flow_sts <> new.flow_sts) execute function app.work_order_moves_legally();

-- One document per order: filled in as a whole by one person, often offline, and saved as a whole.
create table work_order_execution (
  tenant_id int not null default app.tenant_id() references tenant,
  order_id bigint not null,
  prerequisites jsonb not null default '[]',
  steps jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id) on delete cascade
);
call app.isolate('work_order_execution');

create table work_order_hours (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  executor_name text not null check (executor_name <> ''),
  actual_start_time timestamptz not null,
  actual_end_time timestamptz not null,
  people_num int not null check (people_num between 1 and 999),
  work_hours numeric(10, 1) not null check (work_hours >= 0),
  remark text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id) on delete cascade,
  check (actual_end_time > actual_start_time)
);
create index work_order_hours_order on work_order_hours (tenant_id, order_id);
call app.isolate('work_order_hours');

-- Append-only: who did what, when, from which state to which.
create table work_order_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  at timestamptz not null,
  actor_id bigint,
  actor_name text not null,
  action text not null check (
    action in (
      'create', 'import', 'assign', 'claim', 'reassign', 'start', 'save', 'submit', 'pass', 'reject', 'terminate'
    )
  ),
  from_sts smallint,
  to_sts smallint not null,
  note text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id)
);
create index work_order_event_order on work_order_event (tenant_id, order_id, id);
call app.isolate('work_order_event');
call app.keep_forever('work_order_event');
call app.require_event('work_order', 'work_order_event', 'e.order_id = new.id and e.to_sts = new.flow_sts',
  'old.flow_sts <> new.flow_sts or old.other_sts <> new.other_sts', true);

-- GD + day + six digits without gaps: the counter's row is taken last and stays locked until commit.
create table work_code_counter (
  tenant_id int not null default app.tenant_id() references tenant,
  day date not null,
  last int not null,
  primary key (tenant_id, day)
);
call app.isolate('work_code_counter');

-- Templates by task type, copied into the order when somebody takes it (domain.md §2).
create table task_template (
  tenant_id int not null default app.tenant_id() references tenant,
  task_type smallint not null,
  prerequisites jsonb not null default '[]',
  steps jsonb not null default '[]',
  need_work_hours boolean not null default true,
  primary key (tenant_id, task_type)
);
call app.isolate('task_template');
