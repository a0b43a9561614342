-- A process while it is being designed: one draft of each process, which becomes a version when it is published.
create table process_draft (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  key text not null check (key <> ''),
  name text not null check (name <> ''),
  xml text not null,
  -- The version that it was begun from; null for a process without versions.
  based_on int check (based_on > 0),
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by bigint not null default app.user_id(),
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
call app.isolate('process_draft');
