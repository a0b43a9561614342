-- Trees count stations below a department at every load. All that their sums read stands in this index, which delivers
-- a subtree as one range: 40,000 stations take about 10 ms, a region of 1,500 half of one (bench: tree). So there is no
-- summary to keep, and an edit of a station costs nothing beyond its own row.
create index station_sums on station (tenant_id, dep_code text_pattern_ops, psa_id)
  include (id, site_type, maintenance_status, status, capacity_kwp);
create index psa_closed on psa (tenant_id, id) where status = '3';

-- Trees tell what is no station archive by ids that start with 66666 and are longer (spec 2 §5): no station has one.
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

create table material_category (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  parent_id bigint,
  code text not null check (code ~ '^(\d\d)+$'),
  name text not null check (name <> ''),
  belong_to text not null check (belong_to in ('spare', 'tool')),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, parent_id) references material_category (tenant_id, id)
);
comment on table material_category is 'Classes of the material catalogue; a code continues its parent''s by two digits.';

call app.isolate('resource_plan');
call app.isolate('resource_plan_month');
call app.isolate('material_category');
