-- How one person arranged the columns of one table; `arrangement` is null where that is the product's own way.
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
