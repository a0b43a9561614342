-- Who acts for somebody who is absent, from when until when.
create table process_delegation (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  from_id bigint not null default app.user_id(),
  to_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The types of business rows; null for all.
  types text[] check (cardinality(types) > 0),
  reason text not null,
  created_at timestamptz not null,
  -- Before its time.
  ended_at timestamptz,
  primary key (tenant_id, id),
  check (from_id <> to_id),
  check (starts_at < ends_at),
  foreign key (tenant_id, from_id) references app_user (tenant_id, id),
  foreign key (tenant_id, to_id) references app_user (tenant_id, id)
);
create index process_delegation_from on process_delegation (tenant_id, from_id, ends_at) where ended_at is null;
create index process_delegation_to on process_delegation (tenant_id, to_id, ends_at) where ended_at is null;
call app.isolate('process_delegation');

create table process_delegation_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  delegation_id bigint not null,
  kind text not null check (kind in ('named', 'ended')),
  actor_id bigint not null default app.user_id(),
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, delegation_id) references process_delegation (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index process_delegation_event_of on process_delegation_event (tenant_id, delegation_id);
call app.isolate('process_delegation_event');
call app.keep_forever('process_delegation_event');
call app.require_event('process_delegation', 'process_delegation_event', 'e.delegation_id = new.id',
  'old.* is distinct from new.*', true);
