-- A file that somebody asked for, from the question to its end. It is read anew by every try, so a killed process
-- leaves nothing behind and the job starts over.
create table export_job (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  kind text not null check (kind in ('workOrders')),
  format text not null check (format in ('xlsx', 'csv')),
  title text not null check (title <> ''),
  conditions text not null,
  query json not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
  turn bigint,
  attempts int not null default 0,
  row_count int,
  done_count int not null default 0,
  file_path text references stored_file (path),
  size bigint,
  error text,
  created_by bigint not null default app.user_id(),
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  check ((state in ('waiting', 'running')) = (turn is not null)),
  check ((state = 'done') = (file_path is not null))
);
comment on column export_job.conditions is 'The filters in words, as the person saw them.';
comment on column export_job.query is 'The filters as the kind of export takes them.';
comment on column export_job.turn is 'Its place in export_waiting; another number is another try that somebody asked for.';
comment on column export_job.row_count is 'Exact, once it is known how many there are.';
create index export_job_of_person on export_job (tenant_id, created_by, id desc);
create index export_job_expiry on export_job (tenant_id, expires_at) where state = 'done';
call app.isolate('export_job');

-- What waits to be made, for every process to see before it acts for a tenant. Whoever makes it holds the row's lock
-- until the file and this row's deletion commit together: exactly once, and free again when a process dies. Of one
-- person's rows only the first may be taken.
create table export_waiting (
  turn bigint generated always as identity primary key,
  tenant int not null,
  user_id bigint not null
);
create index export_waiting_of_person on export_waiting (tenant, user_id, turn);
