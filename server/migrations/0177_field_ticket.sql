-- Parts of steps that came from phones (docs/decisions/0086-tickets-without-a-signal.md).
create table field_part (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  ticket_id bigint not null,
  no int not null check (no > 0),
  part text not null check (part in ('call', 'repeat', 'operate', 'tick')),
  author_id bigint not null default app.user_id(),
  author_name text not null,
  device_at timestamptz not null,
  device_skew bigint,
  done_at timestamptz not null,
  at timestamptz not null,
  marks text[] not null,
  address text not null,
  user_agent text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id),
  foreign key (tenant_id, author_id) references app_user (tenant_id, id)
);
comment on column field_part.device_skew is 'milliseconds that the phone was ahead of the server; null if never compared';
comment on column field_part.done_at is 'device_at by the server''s clock, as well as is known';
comment on column field_part.marks is 'what is odd about its time';
create index field_part_ticket on field_part (tenant_id, ticket_id, id);
call app.isolate('field_part');
call app.keep_forever('field_part');

-- What became of each; one without an end waits.
create table field_part_end (
  tenant_id int not null default app.tenant_id() references tenant,
  part_id bigint not null,
  outcome text not null check (outcome in ('done', 'record')),
  -- It cannot take effect, and what was done because of it cannot either.
  refused boolean not null,
  marks text[] not null,
  why text not null check (why <> ''),
  at timestamptz not null,
  primary key (tenant_id, part_id),
  check (outcome = 'record' or not refused),
  foreign key (tenant_id, part_id) references field_part (tenant_id, id)
);
call app.isolate('field_part_end');
call app.keep_forever('field_part_end');

-- Who has confirmed that they stop working.
create table ticket_stop_seen (
  tenant_id int not null default app.tenant_id() references tenant,
  stop_id bigint not null,
  person_id bigint not null default app.user_id(),
  device_at timestamptz not null,
  device_skew bigint,
  seen_at timestamptz not null,
  at timestamptz not null,
  primary key (tenant_id, stop_id, person_id),
  foreign key (tenant_id, stop_id) references ticket_event (tenant_id, id),
  foreign key (tenant_id, person_id) references app_user (tenant_id, id)
);
comment on column ticket_stop_seen.stop_id is 'the event that stopped the work';
comment on column ticket_stop_seen.seen_at is 'device_at by the server''s clock, as well as is known';
call app.isolate('ticket_stop_seen');
call app.keep_forever('ticket_stop_seen');
