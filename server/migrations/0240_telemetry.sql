-- What devices and stations measure every few minutes. A row holds one hour of one series, with the sums of the hour:
-- the level of hours is read without the values, and an hour takes 14 bytes a value instead of the 80 of a row each
-- (ADR 0110).
create table telemetry_series (
  tenant_id int not null default app.tenant_id() references tenant,
  id int generated always as identity,
  station_id bigint not null,
  -- Null for the station as a whole: its meter, its weather station.
  device_id bigint,
  metric text not null check (metric in ('power', 'energy', 'irradiance', 'moduleTemp', 'ambientTemp', 'windSpeed')),
  step_minutes smallint not null check (step_minutes in (5, 15, 60)),
  created_at timestamptz not null,
  -- When the last values arrived, and of what time the latest one is.
  received_at timestamptz,
  latest_at timestamptz,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, station_id, device_id, metric),
  foreign key (tenant_id, station_id) references station (tenant_id, id) on delete cascade,
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index telemetry_series_device on telemetry_series (tenant_id, device_id) where device_id is not null;
call app.isolate('telemetry_series');
comment on column telemetry_series.step_minutes is 'A value stands for the minutes that begin at its time.';

create table telemetry_hour (
  tenant_id int not null default app.tenant_id(),
  series_id int not null,
  hour timestamptz not null,
  n smallint not null,
  total double precision not null,
  low real not null,
  high real not null,
  -- One place per step of the hour; null where nothing was measured.
  v real[] not null,
  primary key (tenant_id, series_id, hour)
) partition by range (hour);
call app.isolate('telemetry_hour');
comment on table telemetry_hour is 'Without a foreign key: it would be checked for each of billions of rows. Series are never deleted alone.';

create table telemetry_day (
  tenant_id int not null default app.tenant_id(),
  series_id int not null,
  -- In the time zone of the company.
  day date not null,
  n int not null default 0,
  total double precision not null default 0,
  low real,
  high real,
  primary key (tenant_id, series_id, day)
);
call app.isolate('telemetry_day');

-- Makes room for a month of values. Attaching does not block readers, as creating the partition in place would.
create function app.open_telemetry_month(p_month date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_month date := date_trunc('month', p_month);
  v_name text := 'telemetry_hour_' || to_char(v_month, 'YYYY_MM');
begin
  if v_month not between '2000-01-01' and '2099-12-01' then raise exception 'no month of telemetry: %', p_month; end if;
  perform pg_advisory_xact_lock(hashtext(v_name));
  if to_regclass('public.' || v_name) is not null then return; end if;
  execute format('create table %I (like telemetry_hour including all) with (fillfactor = 80)', v_name);
  execute format('call app.isolate(%L)', v_name);
  execute format('alter table telemetry_hour attach partition %I for values from (%L) to (%L)',
    v_name, v_month::timestamp at time zone 'UTC', (v_month + interval '1 month')::timestamp at time zone 'UTC');
end
$$;

-- Figures typed or imported stand above measured ones: they are those of the bill.
insert into app.audit_exception values
  ('telemetry_series', 'what devices measure, not what people change'),
  ('telemetry_hour', 'what devices measure, not what people change'),
  ('telemetry_day', 'sums of telemetry_hour');

alter table station_generation add column measured boolean not null default false;
comment on column station_generation.measured is 'Summed from the telemetry of the station’s meter; replaced by a figure that is typed or imported.';
