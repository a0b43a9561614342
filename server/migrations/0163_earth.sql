-- Portable earths, earth switches and insulating boards, each of one station (domain.md §1.4).
create table earth (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  station_id bigint not null,
  kind text not null check (kind in ('wire', 'switch', 'board', 'personal')),
  name text not null check (name <> ''),
  -- In kV.
  voltage text not null check (voltage in ('0.4', '10', '35', '110', '220', '330', '500')),
  place text not null check (place <> ''),
  -- The last day of its test; a switch is not sent to one.
  test_due date,
  state text not null default 'stored' check (state in ('stored', 'testing', 'scrapped')),
  remark text not null default '',
  version int not null default 1 check (version > 0),
  created_at timestamptz not null,
  created_by bigint not null default app.user_id(),
  updated_at timestamptz not null,
  updated_by bigint not null default app.user_id(),
  primary key (tenant_id, id),
  check ((test_due is null) = (kind = 'switch')),
  check (kind <> 'switch' or state <> 'testing'),
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
-- The number of a scrapped one may be given again.
create unique index earth_name on earth (tenant_id, station_id, kind, name) where state <> 'scrapped';
call app.isolate('earth');
call app.keep_names('earth', 'name');

create table earth_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  earth_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('add', 'edit', 'test', 'receive', 'scrap')),
  note text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, earth_id) references earth (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index earth_event_earth on earth_event (tenant_id, earth_id, id);
call app.isolate('earth_event');
call app.keep_forever('earth_event');
