-- Filters and order of a list under a name: its owner's, and of the department that it is shared with.
create table saved_view (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  owner_id bigint not null default app.user_id(),
  code text not null check (code ~ '^[A-Za-z][A-Za-z0-9_-]{0,63}$'),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 30),
  query jsonb not null check (jsonb_typeof(query) = 'object' and octet_length(query::text) <= 40000),
  department_id bigint,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references app_user (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete set null (department_id)
);
comment on column saved_view.code is 'The list, as in table_setting.';
comment on column saved_view.query is 'Values by the name that they have in the address of the page.';
comment on column saved_view.department_id is 'Shared with this department and its descendants.';
create unique index saved_view_name on saved_view (tenant_id, owner_id, code, lower(name)) where removed_at is null;
create index saved_view_shared on saved_view (tenant_id, code, department_id)
  where department_id is not null and removed_at is null;
create index saved_view_department on saved_view (tenant_id, department_id) where department_id is not null;
call app.isolate('saved_view');

-- Which views a person has above a list, and in which order. Who has such a row has seen the view.
create table saved_view_place (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null default app.user_id(),
  view_id bigint not null,
  pinned boolean not null,
  -- Null where the person has not arranged the views since.
  position int,
  primary key (tenant_id, user_id, view_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id),
  foreign key (tenant_id, view_id) references saved_view (tenant_id, id) on delete cascade
);
create index saved_view_place_view on saved_view_place (tenant_id, view_id);
call app.isolate('saved_view_place');

-- Who saved, changed, shared and removed views, each as the view was after that.
create table saved_view_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  view_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('add', 'edit', 'share', 'unshare', 'remove')),
  name text not null,
  query jsonb not null,
  -- As it was called then; null for a view that was not shared.
  department_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, view_id) references saved_view (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index saved_view_event_view on saved_view_event (tenant_id, view_id, id desc);
call app.isolate('saved_view_event');
call app.keep_forever('saved_view_event');
