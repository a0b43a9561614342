-- What companies and persons configured.

-- What administrators configured for their company; what is missing in `settings` has the default of the contract.
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
call app.keep_forever('tenant_setting_change');
call app.require_event('tenant_setting', 'tenant_setting_change', 'e.section = new.section',
  'old.settings <> new.settings');

-- How one person configured the appearance and behaviour of the product; what is missing has the contract's default.
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

-- How one person arranged the columns of one table; `arrangement` is null if it is the default one.
create table table_setting (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null default app.user_id(),
  code text not null check (code ~ '^[A-Za-z][A-Za-z0-9_-]{0,63}$'),
  version int not null default 1,
  arrangement jsonb,
  history jsonb not null check (jsonb_array_length(history) between 1 and 16),
  primary key (tenant_id, user_id, code),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
comment on column table_setting.version is 'How many changes there have been.';
comment on column table_setting.history is 'The last 16 of them (spec 2 §9), the latest first: {version, at, arrangement}.';
call app.isolate('table_setting');
