-- What administrators configured for their company; what is not in `settings` has the default of the contract.
create table tenant_setting (
  tenant_id int primary key default app.tenant_id() references tenant,
  settings jsonb not null default '{}',
  version int not null default 1
);
call app.isolate('tenant_setting');

-- Append-only: who changed what.
create table tenant_setting_change (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  name text not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index tenant_setting_change_time on tenant_setting_change (tenant_id, at desc, id desc);
call app.isolate('tenant_setting_change');

-- The face of a company on the login page of a browser that it was signed in on: shown before anybody is known, so
-- this list spans tenants. A cookie holds the key, which is unguessable.
create table tenant_brand (
  tenant int primary key references tenant,
  brand_key uuid not null unique default gen_random_uuid(),
  product_name text,
  filing_number text,
  logo_path text
);

-- How one person wants the product to look and behave; what is missing has the contract's default.
create table user_preference (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null default app.user_id(),
  preferences jsonb not null default '{}',
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call app.isolate('user_preference');

-- What is shown to a person once: guides, version notes.
create table user_mark (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null default app.user_id(),
  mark text not null check (mark <> ''),
  at timestamptz not null,
  primary key (tenant_id, user_id, mark),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call app.isolate('user_mark');
