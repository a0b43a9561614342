-- What administrators configured for their company; what is not in `settings` has the default of the contract.
create table tenant_setting (
  tenant_id int not null default app.tenant_id() references tenant,
  section text not null check (section in ('system', 'business')),
  settings jsonb not null default '{}',
  version int not null default 0,
  primary key (tenant_id, section)
);
call app.isolate('tenant_setting');

-- Append-only: who changed what.
create table tenant_setting_change (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  section text not null check (section in ('system', 'business')),
  name text not null,
  before text not null,
  after text not null,
  primary key (tenant_id, id)
);
comment on column tenant_setting_change.before is 'As people read it, because files and people may be gone when somebody looks.';
create index tenant_setting_change_time on tenant_setting_change (tenant_id, section, at desc, id desc);
call app.isolate('tenant_setting_change');

-- Names a company to the login page of a browser that somebody signed in on before; a cookie holds it.
alter table tenant add column brand_key uuid not null unique default gen_random_uuid();

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
