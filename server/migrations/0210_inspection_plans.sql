-- Inspection plans: what is inspected, where, by whom and when. Their orders are made ahead of each due day, exactly once
-- (docs/decisions/0104-inspection-plans.md).

-- When something comes round: by the calendar, by what was measured, or by whichever of both comes first.
create table inspection_cycle (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  kind text not null check (kind in ('calendar', 'condition', 'mixed')),
  rule jsonb not null,
  -- The time of the day, by the clock of the company.
  begin_time time not null,
  end_time time not null,
  holidays text not null check (holidays in ('keep', 'skip', 'next', 'previous')),
  lead_days int not null check (lead_days between 0 and 60),
  deadline_days int not null check (deadline_days between 0 and 60),
  catch_up text not null check (catch_up in ('latest', 'all', 'none')),
  version int not null default 1,
  updated_at timestamptz not null,
  -- Null for cycles that come with the product.
  updated_by bigint default app.user_id(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check (end_time > begin_time or deadline_days > 0),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
comment on column inspection_cycle.deadline_days is 'How many days after the due day the work may end.';
call app.isolate('inspection_cycle');
call app.keep_names('inspection_cycle', 'name');

create table inspection_plan (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  code text not null,
  -- Of the version in effect, or else of the newest.
  name text not null check (name <> ''),
  department_id bigint not null,
  cycle_id bigint not null,
  -- That of the plan as a whole. A plan in effect may have a further version, whose state is next_state.
  state text not null check (state in ('draft', 'audit', 'returned', 'effective')),
  next_state text check (next_state in ('draft', 'audit', 'returned')),
  -- Orders of this day and later are not made: the plan is stopped, or is going to be.
  stop_on date,
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint default app.user_id(),
  updated_at timestamptz not null,
  submitted_at timestamptz,
  -- The next due day from today on, and where it would be without holidays.
  next_due date,
  next_nominal date,
  next_is_estimate boolean not null default false,
  -- The day on which something is to be made next, and the last one on which it was.
  make_on date,
  made_on date,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  check (next_state is null or state = 'effective'),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, cycle_id) references inspection_cycle (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id)
);
create index inspection_plan_make on inspection_plan (tenant_id, make_on) where make_on is not null;
create index inspection_plan_made on inspection_plan (tenant_id, made_on) where make_on is not null;
create index inspection_plan_state on inspection_plan (tenant_id, state, next_due);
create index inspection_plan_cycle on inspection_plan (tenant_id, cycle_id);
create index inspection_plan_department on inspection_plan (tenant_id, department_id);
call app.isolate('inspection_plan');
call app.keep_names('inspection_plan', 'name');

create table inspection_plan_version (
  tenant_id int not null default app.tenant_id() references tenant,
  plan_id bigint not null,
  no int not null check (no > 0),
  state text not null check (state in ('draft', 'audit', 'returned', 'effective')),
  name text not null check (name <> ''),
  department_id bigint not null,
  cycle_id bigint not null,
  -- From when until when it counts, both included; a plan without an end has none.
  from_day date not null,
  until_day date,
  holidays text not null check (holidays in ('keep', 'skip', 'next', 'previous')),
  lead_days int not null check (lead_days between 0 and 60),
  abnormal text not null check (abnormal in ('press', 'rule')),
  item_ids bigint[] not null,
  remark text not null default '',
  submitted_at timestamptz,
  submitted_by bigint,
  -- Of the latest audit.
  instance_id bigint,
  primary key (tenant_id, plan_id, no),
  check (until_day >= from_day - 1),
  check ((state in ('draft')) or submitted_by is not null),
  foreign key (tenant_id, plan_id) references inspection_plan (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, cycle_id) references inspection_cycle (tenant_id, id),
  foreign key (tenant_id, submitted_by) references app_user (tenant_id, id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id)
);
comment on column inspection_plan_version.abnormal is 'press: whoever is on site makes a defect of a reading; rule: it becomes one by itself.';
create index inspection_plan_version_cycle on inspection_plan_version (tenant_id, cycle_id);
-- A plan has one version that does not count yet.
create unique index inspection_plan_version_next on inspection_plan_version (tenant_id, plan_id) where state <> 'effective';
call app.isolate('inspection_plan_version');

-- The stations of a route, in their order, each with who goes there.
create table inspection_plan_leg (
  tenant_id int not null default app.tenant_id() references tenant,
  plan_id bigint not null,
  version_no int not null,
  no int not null check (no between 1 and 200),
  station_id bigint not null,
  -- Spaces or devices of the station, in the order of the way; all devices of the station without any.
  space_ids bigint[] not null default '{}',
  device_ids bigint[] not null default '{}',
  person_id bigint not null,
  hours numeric(5, 1) not null check (hours between 0.1 and 999),
  primary key (tenant_id, plan_id, version_no, no),
  check (space_ids = '{}' or device_ids = '{}'),
  foreign key (tenant_id, plan_id, version_no) references inspection_plan_version (tenant_id, plan_id, no) on delete cascade,
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, person_id) references app_user (tenant_id, id)
);
create index inspection_plan_leg_station on inspection_plan_leg (tenant_id, station_id);
create index inspection_plan_leg_person on inspection_plan_leg (tenant_id, person_id);
call app.isolate('inspection_plan_leg');

-- Each order of a plan, once for each leg and due day, whatever the holidays have moved it to.
create table inspection_due (
  tenant_id int not null default app.tenant_id() references tenant,
  plan_id bigint not null,
  leg_no int not null,
  due_on date not null,
  nominal_on date not null,
  version_no int not null,
  order_id bigint not null,
  made_at timestamptz not null,
  primary key (tenant_id, plan_id, leg_no, due_on),
  unique (tenant_id, plan_id, leg_no, nominal_on),
  unique (tenant_id, order_id),
  foreign key (tenant_id, plan_id, version_no) references inspection_plan_version (tenant_id, plan_id, no),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id)
);
create index inspection_due_day on inspection_due (tenant_id, due_on);
call app.isolate('inspection_due');
call app.keep_forever('inspection_due');

-- Who stopped a plan from when on and why, and who let it go on.
create table inspection_plan_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  plan_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('stop', 'restart')),
  day date not null,
  reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references inspection_plan (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index inspection_plan_event_plan on inspection_plan_event (tenant_id, plan_id, id);
call app.isolate('inspection_plan_event');
call app.keep_forever('inspection_plan_event');

-- JH + day + four digits without gaps: the counter's row is taken last and stays locked until commit.
create table inspection_plan_counter (
  tenant_id int not null default app.tenant_id() references tenant,
  day date not null,
  last int not null,
  primary key (tenant_id, day)
);
call app.isolate('inspection_plan_counter');

insert into app.audit_exception values ('inspection_plan_counter', 'a counter');

-- When a plan is due next is worked out every day, and is no change that anybody made.
create or replace function app.is_audited(p_column text, p_type regtype) returns boolean language sql immutable
  return p_type <> 'tsvector'::regtype
    and p_column <> all (array['tenant_id', 'id', 'created_at', 'updated_at', 'updated_by', 'name_place', 'last_step', 'sha256', 'content_hash',
      'last_used_at', 'last_used_from', 'next_due',
      'next_nominal', 'next_is_estimate', 'make_on', 'made_on', 'dep_code']);
