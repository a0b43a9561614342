-- What runs by a process: one row of a business, from its start to its end.
create table process_instance (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  definition_id bigint not null,
  -- The row that it decides about, of the business that registered this type.
  business_type text not null check (business_type <> ''),
  business_id bigint not null,
  -- What lists call it.
  title text not null check (title <> ''),
  -- The place that a person's data scope must cover, as of a station.
  dep_code text collate "C" not null,
  psa_id bigint,
  -- The token of another instance that waits for this one.
  parent_id bigint,
  parent_token int,
  starter_id bigint not null,
  status text not null default 'running' check (status in ('running', 'completed', 'voided', 'withdrawn')),
  variables jsonb not null default '{}',
  -- The last id of a token or task, and the last number of an event.
  last_id int not null default 0,
  last_event int not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  check ((status = 'running') = (ended_at is null)),
  check ((parent_id is null) = (parent_token is null)),
  foreign key (tenant_id, definition_id) references process_definition (tenant_id, id),
  foreign key (tenant_id, parent_id) references process_instance (tenant_id, id),
  foreign key (tenant_id, starter_id) references app_user (tenant_id, id)
);
create unique index process_instance_running on process_instance (tenant_id, business_type, business_id)
  where status = 'running' and parent_id is null;
create index process_instance_business on process_instance (tenant_id, business_type, business_id, id);
create index process_instance_starter on process_instance (tenant_id, starter_id, id);
create index process_instance_parent on process_instance (tenant_id, parent_id) where parent_id is not null;
create index process_instance_definition on process_instance (tenant_id, definition_id) where status = 'running';
call app.isolate('process_instance');

-- Where a running instance is.
create table process_token (
  tenant_id int not null default app.tenant_id() references tenant,
  instance_id bigint not null,
  id int not null,
  parent int,
  node text not null,
  via text,
  doing text not null,
  round int not null,
  passed jsonb not null,
  signing jsonb,
  primary key (tenant_id, instance_id, id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id)
);
call app.isolate('process_token');

-- What somebody has to do, or did.
create table process_task (
  tenant_id int not null default app.tenant_id() references tenant,
  instance_id bigint not null,
  id int not null,
  token int not null,
  round int not null,
  node text not null,
  name text not null,
  place int not null,
  -- Null while any of the candidates may take it.
  assignee_id bigint,
  state text not null check (state in ('open', 'held', 'done', 'dropped')),
  before int,
  outcome text,
  completed_by bigint,
  opened_at timestamptz not null,
  due_at timestamptz,
  closed_at timestamptz,
  primary key (tenant_id, instance_id, id),
  check ((state in ('open', 'held')) = (closed_at is null)),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id),
  foreign key (tenant_id, assignee_id) references app_user (tenant_id, id),
  foreign key (tenant_id, completed_by) references app_user (tenant_id, id)
);
create index process_task_open on process_task (tenant_id, assignee_id) where state = 'open';
create index process_task_done on process_task (tenant_id, completed_by, closed_at) where completed_by is not null;
call app.isolate('process_task');

create table process_candidate (
  tenant_id int not null default app.tenant_id() references tenant,
  instance_id bigint not null,
  task_id int not null,
  kind text not null check (kind in ('user', 'role')),
  -- The id of a person, or the code of a role.
  ref text not null,
  primary key (tenant_id, instance_id, task_id, kind, ref),
  foreign key (tenant_id, instance_id, task_id) references process_task (tenant_id, instance_id, id)
);
create index process_candidate_ref on process_candidate (tenant_id, kind, ref);
call app.isolate('process_candidate');

-- What happened, in order: pictures and activities are drawn from it.
create table process_event (
  tenant_id int not null default app.tenant_id() references tenant,
  instance_id bigint not null,
  seq int not null,
  at timestamptz not null,
  kind text not null,
  token int,
  node text,
  flow text,
  task_id int,
  actor_id bigint,
  outcome text,
  opinion text,
  -- Whom a task was given to, or the step that one was returned to.
  target text,
  primary key (tenant_id, instance_id, seq),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
call app.isolate('process_event');
call app.keep_forever('process_event');
call app.require_event('process_instance', 'process_event', 'e.instance_id = new.id',
  'old.status <> new.status', true);
