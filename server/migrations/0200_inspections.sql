-- Inspection items: what is looked at on a round, by which limits. A version never changes once it is saved, so that a
-- reading stays what it was judged to be.
create table inspection_item (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  category text not null check (category <> ''),
  -- Of the current version.
  name text not null check (name <> ''),
  place int not null,
  active boolean not null default true,
  current_version int not null default 1,
  version int not null default 1,
  updated_at timestamptz not null,
  -- Null for items that come with the product.
  updated_by bigint default app.user_id(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
create unique index inspection_item_name on inspection_item (tenant_id, category, name) where deleted_at is null;
call app.isolate('inspection_item');
call app.keep_names('inspection_item', 'name');

create table inspection_item_version (
  tenant_id int not null default app.tenant_id() references tenant,
  item_id bigint not null,
  version int not null check (version > 0),
  -- Name, method, kind, unit, limits and rules of what is recorded.
  definition jsonb not null,
  saved_at timestamptz not null,
  saved_by bigint default app.user_id(),
  primary key (tenant_id, item_id, version),
  foreign key (tenant_id, item_id) references inspection_item (tenant_id, id),
  foreign key (tenant_id, saved_by) references app_user (tenant_id, id)
);
call app.isolate('inspection_item_version');
call app.keep_forever('inspection_item_version');

-- Limits of one station instead of the item's own, all year or in some months.
create table inspection_item_limits (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  item_id bigint not null,
  station_id bigint not null,
  from_month smallint check (from_month between 1 and 12),
  until_month smallint check (until_month between 1 and 12),
  limits jsonb not null,
  updated_at timestamptz not null,
  updated_by bigint default app.user_id(),
  primary key (tenant_id, id),
  check ((from_month is null) = (until_month is null)),
  foreign key (tenant_id, item_id) references inspection_item (tenant_id, id),
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
create unique index inspection_item_limits_season
  on inspection_item_limits (tenant_id, item_id, station_id, coalesce(from_month, 0));
create index inspection_item_limits_station on inspection_item_limits (tenant_id, station_id);
call app.isolate('inspection_item_limits');

-- Whether a month lies in a season, which may span the turn of the year; without a season every month does.
create function app.in_season(p_month int, p_from int, p_until int) returns boolean language sql immutable
  return p_from is null or case when p_from <= p_until then p_month between p_from and p_until
    else p_month >= p_from or p_month <= p_until end;

-- The record sheet of an inspection order, made with it.
create table inspection_sheet (
  tenant_id int not null default app.tenant_id() references tenant,
  order_id bigint not null,
  -- Of the air, in ℃.
  ambient numeric(5, 1) check (ambient between -60 and 80),
  version int not null default 1,
  opened_at timestamptz not null,
  -- By the clock of the server, and as the phone of whoever finished it says.
  finished_at timestamptz,
  finished_by bigint,
  primary key (tenant_id, order_id),
  check ((finished_at is null) = (finished_by is null)),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, finished_by) references app_user (tenant_id, id)
);
create index inspection_sheet_open on inspection_sheet (tenant_id, order_id) where finished_at is null;
call app.isolate('inspection_sheet');

-- What is to be recorded on the round, in the order of the way, and what was found.
create table inspection_sheet_line (
  tenant_id int not null default app.tenant_id() references tenant,
  order_id bigint not null,
  no int not null check (no between 1 and 5000),
  -- Lines of one device, or of one place without one, that follow each other.
  stop int not null check (stop > 0),
  item_id bigint not null,
  item_version int not null,
  space_id bigint,
  device_id bigint,
  -- Of the station and the season, instead of those of the item's version.
  limits jsonb,
  verdict text check (verdict in ('normal', 'watch', 'abnormal', 'absent')),
  grade text check (grade in ('I', 'II', 'III')),
  value numeric(14, 4),
  -- The readings that a value was computed of.
  parts numeric(14, 4)[] not null default '{}',
  -- A value that differed too much from the last one and was read again.
  is_reread boolean not null default false,
  note text not null default '',
  -- Why an abnormal reading is not made a defect.
  exempt_reason text not null default '',
  defect_order_id bigint,
  recorded_by bigint,
  -- By the clock of the server, and when it was read on the spot.
  recorded_at timestamptz,
  done_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, order_id, no),
  check ((verdict is null) = (recorded_by is null)),
  check ((verdict is null) = (recorded_at is null)),
  check ((verdict is null) = (done_at is null)),
  check (verdict is not distinct from 'abnormal' or (grade is null and exempt_reason = '' and defect_order_id is null)),
  check (exempt_reason = '' or defect_order_id is null),
  foreign key (tenant_id, order_id) references inspection_sheet (tenant_id, order_id),
  foreign key (tenant_id, item_id, item_version) references inspection_item_version (tenant_id, item_id, version),
  foreign key (tenant_id, space_id) references space (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id),
  foreign key (tenant_id, defect_order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, recorded_by) references app_user (tenant_id, id)
);
-- The last readings of an item at a device or a place.
create index inspection_line_of_device on inspection_sheet_line (tenant_id, device_id, item_id, done_at desc)
  where device_id is not null and value is not null;
create index inspection_line_of_space on inspection_sheet_line (tenant_id, space_id, item_id, done_at desc)
  where device_id is null and value is not null;
-- The readings of an item, for other limits.
create index inspection_line_of_item on inspection_sheet_line (tenant_id, item_id, done_at) where value is not null;
create index inspection_line_abnormal on inspection_sheet_line (tenant_id, done_at) where verdict = 'abnormal';
create index inspection_line_defect on inspection_sheet_line (tenant_id, defect_order_id) where defect_order_id is not null;
call app.isolate('inspection_sheet_line');

-- Every reading, also those that were replaced, and what was done about it.
create table inspection_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  no int not null,
  at timestamptz not null,
  done_at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('record', 'exempt', 'defect')),
  verdict text check (verdict in ('normal', 'watch', 'abnormal', 'absent')),
  value numeric(14, 4),
  note text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id, no) references inspection_sheet_line (tenant_id, order_id, no),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index inspection_event_line on inspection_event (tenant_id, order_id, no, id);
call app.isolate('inspection_event');
call app.keep_forever('inspection_event');

insert into app.audit_exception values ('inspection_sheet_line', 'inspection_event tells every reading');

-- Photos of an order may be of the lines of its record sheet, which are more than an order has steps.
alter table work_order_photo
  drop constraint work_order_photo_part_check,
  drop constraint work_order_photo_step_no_check,
  add constraint work_order_photo_part_check
    check (part in ('step', 'before', 'after', 'report', 'film', 'extra', 'reading')),
  add constraint work_order_photo_step_no_check check (step_no between 1 and case part when 'reading' then 5000 else 100 end);
alter table field_photo
  drop constraint field_photo_part_check,
  drop constraint field_photo_step_no_check,
  add constraint field_photo_part_check check (part in ('step', 'before', 'after', 'report', 'film', 'reading')),
  add constraint field_photo_step_no_check check (step_no between 1 and case part when 'reading' then 5000 else 100 end);
