-- What keeps instances from going on, for those who keep the processes. Both tables hold only what is open: the history
-- is in process_event.

-- A timer or a service that was given up.
create table process_incident (
  tenant_id int not null default app.tenant_id() references tenant,
  instance_id bigint not null,
  token int not null,
  round int not null,
  node text not null,
  kind text not null check (kind in ('service', 'timer')),
  reason text not null,
  attempts int not null,
  at timestamptz not null,
  primary key (tenant_id, instance_id, token, node),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id)
);
call app.isolate('process_incident');

-- An open step that nobody can act on: found every few minutes, and gone with the next change of the step.
create table process_unmanned (
  tenant_id int not null default app.tenant_id() references tenant,
  instance_id bigint not null,
  task_id int not null,
  reason text not null check (reason in ('assignee left', 'assignee out of scope', 'candidates left', 'candidates out of scope')),
  at timestamptz not null,
  primary key (tenant_id, instance_id, task_id),
  foreign key (tenant_id, instance_id, task_id) references process_task (tenant_id, instance_id, id)
);
call app.isolate('process_unmanned');

create index process_instance_open on process_instance (tenant_id, id) where status = 'running';

-- Instances that somebody moves to another version, one transaction each.
create table process_migration (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  from_id bigint not null,
  to_id bigint not null,
  mapping jsonb not null,
  reason text not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  primary key (tenant_id, id),
  foreign key (tenant_id, from_id) references process_definition (tenant_id, id),
  foreign key (tenant_id, to_id) references process_definition (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index process_migration_from on process_migration (tenant_id, from_id, id);
call app.isolate('process_migration');

create table process_migration_row (
  tenant_id int not null default app.tenant_id() references tenant,
  migration_id bigint not null,
  instance_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  reason text,
  primary key (tenant_id, migration_id, instance_id),
  foreign key (tenant_id, migration_id) references process_migration (tenant_id, id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id),
  check ((state = 'refused') = (reason is not null))
);
call app.isolate('process_migration_row');

-- The timers of one instance.
create index job_process_timer on job ((payload->>'instanceId')) where kind = 'process timer';
