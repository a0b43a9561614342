-- The days of a year on which a company works differently from Monday to Friday.
create table work_calendar (
  tenant_id int not null default app.tenant_id() references tenant,
  year int not null check (year between 2000 and 2100),
  version int not null default 1,
  -- Lists of {day, kind, name}. What is counted by; null until the year has been checked for the first time.
  days jsonb,
  -- What is being prepared; null when nothing is.
  draft jsonb,
  updated_at timestamptz not null,
  updated_by bigint not null default app.user_id(),
  primary key (tenant_id, year),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
call app.isolate('work_calendar');

-- Who saved, dropped or enabled which days, and how many due times moved by it.
create table work_calendar_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  year int not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  action text not null check (action in ('save', 'drop', 'enable')),
  days jsonb not null,
  moved int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index work_calendar_event_year on work_calendar_event (tenant_id, year, id);
call app.isolate('work_calendar_event');
call app.keep_forever('work_calendar_event');

-- Working days are counted by a calendar under this lock: shared by the steps of processes, and alone by who changes
-- the calendar and with it the due times of all open steps.
create function app.share_work_calendar() returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('work calendar ' || app.tenant_id(), 0))
$$;
create function app.own_work_calendar() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('work calendar ' || app.tenant_id(), 0))
$$;

-- Open steps by their due time.
create index process_task_due on process_task (tenant_id, due_at) where closed_at is null and due_at is not null;

-- Timers of one instance no longer wait for each other: a timer of three days held back one of an hour.
update job set key = null, next_at = coalesce(next_at, due_at) where kind = 'process timer' and given_up_at is null;
