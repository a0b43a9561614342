-- Model tickets that new ones are copied from: of one station, or for all of them.
create table typical_ticket (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  kind text not null check (
    kind in ('first', 'second', 'live', 'low', 'hotFirst', 'hotSecond', 'emergency', 'operation')
  ),
  name text not null check (name <> ''),
  station_id bigint,
  isolate text[] not null default '{}',
  earth text[] not null default '{}',
  board text[] not null default '{}',
  care text[] not null default '{}',
  steps text[] not null default '{}',
  risks jsonb not null default '[]',
  remark text not null default '',
  version int not null default 1 check (version > 0),
  updated_at timestamptz not null,
  -- Null as it came with the product.
  updated_by bigint default app.user_id(),
  primary key (tenant_id, id),
  constraint typical_ticket_name_taken unique nulls not distinct (tenant_id, station_id, kind, name),
  check (case when kind = 'operation' then cardinality(isolate || earth || board || care) = 0 and cardinality(steps) > 0
    else cardinality(isolate || earth || board || care) > 0 and cardinality(steps) = 0 end),
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
comment on column typical_ticket.risks is 'Array of {risk, control}.';
call app.isolate('typical_ticket');
call app.keep_names('typical_ticket', 'name');
