-- Requests of people that a process decides about: leave, purchases.
create table oa_request (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  -- The key of the process.
  kind text not null check (kind <> ''),
  title text not null check (title <> ''),
  form jsonb not null,
  applicant_id bigint not null default app.user_id(),
  dep_code text collate "C" not null,
  -- Written by the process, in the transaction of its step.
  instance_id bigint,
  status text not null default 'running' check (status in ('running', 'completed', 'voided', 'withdrawn')),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, applicant_id) references app_user (tenant_id, id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id)
);
call app.isolate('oa_request');
