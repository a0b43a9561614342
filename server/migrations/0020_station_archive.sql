-- The station archive: what people look up about a station, its papers, its history and what it generated.
alter table station
  add column county text,
  add column address text,
  add column contact_name text,
  add column contact_phone text,
  add column warranty_end date,
  add column retired_on date,
  add column retire_reason text,
  add column updated_at timestamptz;
comment on column station.retired_on is 'When maintenance ended; null while maintenance_status is 1.';

-- Every change of a station in the words of its time, written in the transaction that made it.
create table station_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  station_id bigint not null,
  at timestamptz not null,
  actor_id bigint,
  actor_name text not null,
  action text not null check (action in ('create', 'import', 'edit', 'move', 'retire', 'restore', 'document')),
  changes jsonb not null default '[]',
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, station_id) references station (tenant_id, id) on delete cascade,
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
comment on column station_event.changes is 'Array of {field, from, to}; values as people read them, null for none.';
create index station_event_of_station on station_event (tenant_id, station_id, id desc);
call app.isolate('station_event');

create table station_document (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  station_id bigint not null,
  kind text not null check (kind <> ''),
  name text not null check (name <> ''),
  path text not null,
  version int not null default 1,
  created_by bigint not null default app.user_id(),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, path),
  foreign key (tenant_id, station_id) references station (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by) references app_user (tenant_id, id)
);
comment on column station_document.path is 'Of its stored_file, purpose station.';
create index station_document_of_station on station_document (tenant_id, station_id, id desc);
call app.isolate('station_document');

create table station_generation (
  tenant_id int not null default app.tenant_id() references tenant,
  station_id bigint not null,
  day date not null,
  energy_kwh numeric(14, 2) not null check (energy_kwh >= 0),
  irradiation numeric(6, 3) check (irradiation between 0 and 20),
  updated_at timestamptz not null,
  updated_by bigint default app.user_id(),
  primary key (tenant_id, station_id, day),
  foreign key (tenant_id, station_id) references station (tenant_id, id) on delete cascade,
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
comment on table station_generation is 'Energy at the meter, one row per station and day; a day without a row has no figure, which is not zero.';
comment on column station_generation.irradiation is 'In the plane of the modules, kWh/m².';
call app.isolate('station_generation');

-- Which kinds there are says the contract alone.
alter table export_job drop constraint export_job_kind_check,
  add constraint export_job_kind_check check (kind ~ '^[A-Za-z]+$');
alter table data_import drop constraint data_import_kind_check,
  add constraint data_import_kind_check check (kind ~ '^[A-Za-z]+$'),
  add column updates boolean not null default false;
comment on column data_import.updates is 'Rows that are there already take the file''s values.';
