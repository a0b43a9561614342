-- The key with which a person's phone seals what it has queued there. It outlives the sign-out, so that the same person
-- can send it after signing in again; nobody else gets it.
create table field_device (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  -- The random name that the browser gave itself.
  device_id text not null check (length(device_id) = 32),
  key bytea not null check (length(key) = 32),
  created_at timestamptz not null,
  primary key (tenant_id, user_id, device_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call app.isolate('field_device');
