-- One uploaded file on its way through check and import. The rows go in within one transaction, so a killed
-- process leaves nothing behind and the job starts over.
create table data_import (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  kind text not null check (kind in ('stations', 'events')),
  file_name text not null,
  file bytea,
  department_id bigint not null,
  state text not null check (state in ('checked', 'importing', 'done', 'failed')),
  row_count int not null,
  done_count int not null default 0,
  report jsonb not null,
  result jsonb,
  error text,
  created_by bigint not null default app.user_id(),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  check (file is not null or state = 'done')
);
comment on column data_import.file is 'Given up once its rows are in.';
call app.isolate('data_import');

-- What waits to be imported, for every process to see before it acts for a tenant. Whoever imports holds the row's
-- lock until the rows and its deletion commit together: exactly once, and free again when a process dies.
create table data_import_waiting (
  tenant int not null,
  import_id bigint not null,
  user_id bigint not null,
  primary key (tenant, import_id),
  foreign key (tenant, import_id) references data_import (tenant_id, id) on delete cascade
);

alter table station add column import_key text;
comment on column station.import_key is 'Content and occurrence number of an imported row that has no external key.';
create unique index station_import on station (tenant_id, import_key) where import_key is not null;
