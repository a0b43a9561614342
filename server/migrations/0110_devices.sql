-- Devices of stations, their types and places, their history and files.

-- Device types form a tree of each company's own. `attributes` are the additional fields of a device of the type.
create table device_type (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  parent_id bigint,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  sort_order int not null default 0,
  attributes jsonb not null default '[]' check (jsonb_typeof(attributes) = 'array'),
  status text not null default '1' check (status in ('1', '3')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, parent_id) references device_type (tenant_id, id)
);
comment on column device_type.attributes is 'A list of {name, unit}; the types below have them too.';
comment on column device_type.status is '1 in force, 3 disabled: no device takes it any more';
create unique index device_type_name on device_type (tenant_id, coalesce(parent_id, 0), name);
call app.isolate('device_type');

-- The types that every company starts with; existing ones are not changed.
create function app.add_device_types() returns void language sql as $$
  with given (parent_code, code, name, attributes) as (values
    (null, 'ZJ', '组件', '标称功率|Wp'), ('ZJ', 'ZJ01', '单晶组件', ''), ('ZJ', 'ZJ02', '多晶组件', ''),
    ('ZJ', 'ZJ03', '薄膜组件', ''),
    (null, 'ZC', '组串', '组件数|块'), ('ZC', 'ZC01', '普通组串', ''), ('ZC', 'ZC02', '标杆组串', ''),
    (null, 'ZX', '支架', ''), ('ZX', 'ZX01', '固定支架', ''), ('ZX', 'ZX02', '跟踪支架', ''),
    (null, 'HL', '汇流箱', '路数|路'), ('HL', 'HL01', '直流汇流箱', ''), ('HL', 'HL02', '交流汇流箱', ''),
    ('HL', 'HL03', '交流并网柜', ''),
    (null, 'NB', '逆变器', '最大直流电压|V;MPPT 路数|路'), ('NB', 'NB01', '集中式逆变器', ''),
    ('NB', 'NB02', '组串式逆变器', ''), ('NB', 'NB03', '集散式逆变器', ''), ('NB', 'NB04', '微型逆变器', ''),
    (null, 'XB', '箱变', '额定容量|kVA;变比|'), ('XB', 'XB01', '油浸式箱变', ''), ('XB', 'XB02', '干式箱变', ''),
    (null, 'JD', '集电线路', '长度|km'), ('JD', 'JD01', '架空线路', ''), ('JD', 'JD02', '电缆线路', ''),
    (null, 'SY', '升压站设备', '电压等级|kV'), ('SY', 'SY01', '主变', '额定容量|kVA'), ('SY', 'SY02', '开关柜', ''),
    ('SY', 'SY03', '保护装置', ''), ('SY', 'SY04', '直流屏', ''), ('SY', 'SY05', '站用变', ''),
    ('SY', 'SY06', '母线设备', ''), ('SY', 'SY07', 'GIS', ''), ('SY', 'SY08', '避雷器', ''),
    (null, 'WG', 'SVC/SVG', '额定容量|Mvar'), ('WG', 'WG01', 'SVG', ''), ('WG', 'WG02', 'SVC', ''),
    (null, 'QX', '气象站', ''), ('QX', 'QX01', '辐照仪', ''), ('QX', 'QX02', '环境监测仪', ''),
    (null, 'DB', '电表', '倍率|'), ('DB', 'DB01', '关口表', ''), ('DB', 'DB02', '并网计量表', ''),
    ('DB', 'DB03', '站用电表', ''),
    (null, 'TX', '监控通讯', ''), ('TX', 'TX01', '监控系统', ''), ('TX', 'TX02', '数据采集器', ''),
    ('TX', 'TX03', '网络设备', ''), ('TX', 'TX04', '远动装置', ''), ('TX', 'TX05', '功率预测系统', ''),
    ('TX', 'TX06', 'AGC/AVC', ''),
    (null, 'AF', '安防消防', ''), ('AF', 'AF01', '视频监控', ''), ('AF', 'AF02', '周界报警', ''),
    ('AF', 'AF03', '火灾报警', '')
  ), placed as (
    select row_number() over () * 10 as place, given.* from given
  ), described as (
    select placed.*, coalesce(
      (select jsonb_agg(jsonb_build_object('name', split_part(fact, '|', 1), 'unit', split_part(fact, '|', 2)))
        from unnest(string_to_array(nullif(attributes, ''), ';')) as fact), '[]') as facts
    from placed
  ), roots as (
    insert into device_type (code, name, sort_order, attributes)
      select code, name, place, facts from described where parent_code is null
    on conflict do nothing returning id, code
  )
  insert into device_type (parent_id, code, name, sort_order, attributes)
    select roots.id, described.code, described.name, place, facts
    from described join roots on roots.code = described.parent_code
  on conflict do nothing
$$;

-- 逆变器/组串式逆变器
create function app.device_type_path(p_id bigint) returns text language sql stable as $$
  with recursive up (parent_id, path) as (
    select parent_id, name from device_type where tenant_id = app.tenant_id() and id = p_id
    union all
    select t.parent_id, t.name || '/' || up.path from up
      join device_type t on t.tenant_id = app.tenant_id() and t.id = up.parent_id
  )
  select path from up where parent_id is null
$$;

-- Places in a station: areas, arrays and sub-arrays, the substation, stores.
create table space (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  station_id bigint not null,
  parent_id bigint,
  kind text not null check (kind in ('1', '2', '3', '4', '5')),
  name text not null check (name <> ''),
  sort_order int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, station_id, id),
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, station_id, parent_id) references space (tenant_id, station_id, id)
);
comment on column space.kind is '1 区域, 2 方阵, 3 子阵, 4 升压站, 5 库房';
create unique index space_name on space (tenant_id, station_id, coalesce(parent_id, 0), name);
call app.isolate('space');

-- 光伏区/3号方阵
create function app.space_path(p_id bigint) returns text language sql stable as $$
  with recursive up (parent_id, path) as (
    select parent_id, name from space where tenant_id = app.tenant_id() and id = p_id
    union all
    select s.parent_id, s.name || '/' || up.path from up
      join space s on s.tenant_id = app.tenant_id() and s.id = up.parent_id
  )
  select path from up where parent_id is null
$$;

create table device (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  station_id bigint not null,
  name text not null check (name <> ''),
  model text,
  manufacturer text,
  rated_kw numeric(14, 3),
  installed_on date,
  status text not null default '1' check (status in ('1', '3')),
  type_id bigint not null,
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$'),
  serial_no text,
  warranty_end date,
  space_id bigint,
  parent_id bigint,
  attributes jsonb not null default '{}',
  remark text,
  retired_on date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, station_id, name),
  constraint device_code_taken unique (tenant_id, code),
  constraint device_place unique (tenant_id, station_id, id),
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, type_id) references device_type (tenant_id, id),
  -- Checked at commit: a device that moves takes its children along.
  constraint device_space foreign key (tenant_id, station_id, space_id)
    references space (tenant_id, station_id, id) deferrable initially deferred,
  constraint device_parent foreign key (tenant_id, station_id, parent_id)
    references device (tenant_id, station_id, id) deferrable initially deferred
);
comment on column device.status is '1 在用, 3 退役';
create index device_in_order on device (tenant_id, station_id, code);
create index device_type_of on device (tenant_id, type_id);
create index device_space_of on device (tenant_id, space_id) where space_id is not null;
create index device_parent_of on device (tenant_id, parent_id) where parent_id is not null;
call app.isolate('device');

-- At least seven digits: lpad alone would truncate longer ids.
create or replace function app.device_code(p_id bigint) returns text language sql immutable as $$
  select 'SB' || lpad(p_id::text, greatest(7, length(p_id::text)), '0')
$$;

-- A device without a code gets one from its id.
create function app.device_takes_code() returns trigger language plpgsql as $$
begin
  new.code := app.device_code(new.id);
  return new;
end
$$;
create trigger device_code before insert on device
  for each row when (new.code is null) execute function app.device_takes_code();

-- Append-only: what happened to a device, and who did it.
create table device_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  device_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('create', 'edit', 'move', 'retire', 'restore', 'replace')),
  changes jsonb not null default '[]',
  note text not null default '',
  other_device_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id),
  foreign key (tenant_id, other_device_id) references device (tenant_id, id)
);
comment on column device_event.changes is 'A list of {field, from, to} as people read it, because names may change.';
comment on column device_event.other_device_id is 'What replaced it, or what it replaced.';
create index device_event_device on device_event (tenant_id, device_id, id);
call app.isolate('device_event');
call app.keep_forever('device_event');
call app.require_event('device', 'device_event', 'e.device_id = new.id', 'old.status <> new.status');

create table device_file (
  tenant_id int not null default app.tenant_id() references tenant,
  device_id bigint not null,
  path text not null references stored_file (path),
  position smallint not null,
  primary key (tenant_id, device_id, path),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
);
create index device_file_path on device_file (path);
call app.isolate('device_file');
