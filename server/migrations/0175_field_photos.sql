-- Photos that were taken without a signal: announced first, then carried in pieces.
create table field_photo (
  tenant_id int not null default app.tenant_id() references tenant,
  -- Made on the phone.
  id uuid not null,
  order_id bigint not null,
  step_no int not null check (step_no between 1 and 100),
  part text not null check (part in ('step', 'before', 'after')),
  name text not null check (name <> ''),
  size int not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  -- Of the photo as the camera made it, where the phone made it smaller.
  original_sha256 bytea check (length(original_sha256) = 32),
  taken_time timestamp,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  -- The clock of the device, and how far it was ahead of ours when it last compared them.
  device_at timestamptz not null,
  skew_ms bigint,
  -- What the acceptor should know of it, in words.
  marks text[] not null default '{}',
  -- Announced by somebody whose order it was not any more, or after its end: nobody waits for it.
  is_record boolean not null,
  announced_by bigint not null default app.user_id(),
  announced_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'arrived', 'refused', 'forgone', 'undelivered')),
  state_at timestamptz not null,
  state_by bigint not null default app.user_id(),
  reason text not null default '',
  -- Bytes from its beginning.
  received int not null default 0 check (received between 0 and size),
  received_at timestamptz not null,
  -- How often all bytes had come and were not those that were announced.
  broken int not null default 0,
  -- Of the stored_file that it became.
  path text check ((path is not null) = (state = 'arrived')),
  primary key (tenant_id, id),
  unique (tenant_id, path),
  check ((latitude is null) = (longitude is null)),
  check ((reason <> '') = (state = 'refused')),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, announced_by) references app_user (tenant_id, id),
  foreign key (tenant_id, state_by) references app_user (tenant_id, id)
);
create index field_photo_order on field_photo (tenant_id, order_id) where state <> 'arrived';
create index field_photo_waiting on field_photo (tenant_id, announced_by) include (size) where state = 'waiting';
create index field_photo_idle on field_photo (tenant_id, received_at) where state in ('waiting', 'forgone');
call app.isolate('field_photo');

-- What has come of those that are not whole. All pieces of a photo go when it becomes a file.
create table field_photo_piece (
  tenant_id int not null default app.tenant_id() references tenant,
  photo_id uuid not null,
  at int not null check (at >= 0),
  bytes bytea not null check (length(bytes) between 1 and 524288),
  primary key (tenant_id, photo_id, at),
  foreign key (tenant_id, photo_id) references field_photo (tenant_id, id)
);
-- Photos are compressed already.
alter table field_photo_piece alter column bytes set storage external;
call app.isolate('field_photo_piece');
