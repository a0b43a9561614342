-- Stations: the archive, its history and documents, what they generated and what they are planned to.

create table station (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  psa_id bigint not null,
  department_id bigint not null,
  dep_code text not null,
  name text not null check (name <> ''),
  external_key text,
  site_type text not null default 'C' check (site_type in ('C', 'G', 'H')),
  capacity_kwp numeric(14, 3) check (capacity_kwp >= 0),
  ac_kw numeric(14, 3) check (ac_kw >= 0),
  grid_date date,
  province text,
  city text,
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  owner_name text,
  tariff numeric(10, 6) check (tariff >= 0),
  maintenance_status text not null default '1' check (maintenance_status in ('1', '2')),
  status text not null default '1' check (status in ('1', '3')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  import_key text,
  county text,
  address text,
  contact_name text,
  contact_phone text,
  warranty_end date,
  retired_on date,
  retire_reason text,
  updated_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, external_key),
  foreign key (tenant_id, psa_id) references psa (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
comment on column station.dep_code is 'Copy of its department''s org_code, kept by trigger; data scope reads it.';
comment on column station.site_type is 'C 集中式, G 工商业分布式, H 户用';
comment on column station.maintenance_status is '1 在维, 2 退场';
comment on column station.import_key is 'Content and occurrence number of an imported row that has no external key.';
comment on column station.retired_on is 'When maintenance ended; null while maintenance_status is 1.';
create index station_path on station (tenant_id, dep_code text_pattern_ops, id);
create index station_psa on station (tenant_id, psa_id);
create unique index station_name on station (tenant_id, psa_id, name);
create unique index station_import on station (tenant_id, import_key) where import_key is not null;
-- Trees count the stations below a department at every load. This index contains all that their sums read, and a
-- subtree is one range of it: 40,000 stations take about 10 ms, a region of 1,500 half a millisecond (bench: tree). So
-- there is no summary to maintain, and an edit of a station writes its own row only.
create index station_sums on station (tenant_id, dep_code text_pattern_ops, psa_id)
  include (id, site_type, maintenance_status, status, capacity_kwp);
call app.isolate('station');

create function app.station_takes_department_code() returns trigger language plpgsql as $$
begin
  select org_code into strict new.dep_code from department
    where tenant_id = new.tenant_id and id = new.department_id;
  return new;
end
$$;
create trigger station_dep_code before insert or update of department_id on station
  for each row execute function app.station_takes_department_code();

-- In trees, ids that start with 66666 and are longer mean that there is no station archive (spec 2 §5): no station has
-- one.
create function app.station_skips_reserved_id() returns trigger language plpgsql as $$
begin
  while new.id::text ~ '^66666.' loop
    new.id := nextval(pg_get_serial_sequence('public.station', 'id'));
  end loop;
  return new;
end
$$;
create trigger station_id before insert on station
  for each row when (new.id::text ~ '^66666.') execute function app.station_skips_reserved_id();

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
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
comment on column station_event.changes is 'Array of {field, from, to}; values as people read them, null for none.';
create index station_event_of_station on station_event (tenant_id, station_id, id desc);
call app.isolate('station_event');
call app.keep_forever('station_event');
call app.require_event('station', 'station_event', 'e.station_id = new.id',
  'old.status <> new.status or old.maintenance_status <> new.maintenance_status');

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

create table resource_plan (
  tenant_id int not null default app.tenant_id() references tenant,
  station_id bigint not null,
  year smallint not null check (year between 2000 and 2099),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint default app.user_id(),
  primary key (tenant_id, station_id, year),
  foreign key (tenant_id, station_id) references station (tenant_id, id) on delete cascade,
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
comment on table resource_plan is 'What a station is to get from the sun in a year (资源计划).';
call app.isolate('resource_plan');

create table resource_plan_month (
  tenant_id int not null default app.tenant_id() references tenant,
  station_id bigint not null,
  year smallint not null,
  month smallint not null check (month between 1 and 12),
  irradiation numeric(8, 2) check (irradiation >= 0),
  generation numeric(16, 2) check (generation >= 0),
  equivalent_hours numeric(8, 2) check (equivalent_hours >= 0),
  primary key (tenant_id, station_id, year, month),
  foreign key (tenant_id, station_id, year) references resource_plan (tenant_id, station_id, year) on delete cascade
);
comment on column resource_plan_month.irradiation is 'kWh/m²';
comment on column resource_plan_month.generation is 'kWh';
call app.isolate('resource_plan_month');
