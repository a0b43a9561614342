-- 样品, each of one station.
create table sample_thing (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  station_id bigint not null,
  name text not null check (name <> ''),
  remark text not null default '',
  version int not null default 1 check (version > 0),
  created_at timestamptz not null,
  created_by bigint not null default app.user_id(),
  updated_at timestamptz not null,
  updated_by bigint not null default app.user_id(),
  primary key (tenant_id, id),
  constraint sample_thing_name_taken unique (tenant_id, station_id, name),
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
create index sample_thing_newest on sample_thing (tenant_id, updated_at desc, id desc);
call app.isolate('sample_thing');
