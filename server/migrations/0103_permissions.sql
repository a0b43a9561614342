-- Roles, and the tree of menus and buttons that they are granted.

create table role (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  role_code text not null check (role_code <> ''),
  role_name text not null check (role_name <> ''),
  description text not null default '',
  built_in boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, role_code)
);
call app.isolate('role');

create table user_role (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  role_id bigint not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create index user_role_role on user_role (tenant_id, role_id);
call app.isolate('user_role');

-- Menus and buttons in one tree, as in the responses of the API (protocols.md §2.4–2.5).
create table permission (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  parent_id bigint,
  menu_type smallint not null check (menu_type in (0, 1, 2)),
  name text not null check (name <> ''),
  code text,
  path text,
  component text,
  redirect text,
  icon text,
  sort_order int not null default 0,
  hidden boolean not null default false,
  always_show boolean not null default false,
  keep_alive boolean not null default true,
  route boolean not null default true,
  external boolean not null default false,
  url text,
  status text not null default '1' check (status in ('0', '1')),
  -- Only of an entry that opens as a plain link; a page of the product, or another system in a tab, has none.
  target text check (target in ('_blank', '_self')),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, path),
  foreign key (tenant_id, parent_id) references permission (tenant_id, id),
  check ((menu_type = 2) = (code is not null)),
  check ((menu_type = 2) = (path is null))
);
comment on column permission.menu_type is '0 root menu, 1 page, 2 button (its code is entity:verb)';
comment on column permission.status is '1 in force, 0 not in force: the button is open to everyone';
call app.isolate('permission');

create table role_permission (
  tenant_id int not null default app.tenant_id() references tenant,
  role_id bigint not null,
  permission_id bigint not null,
  primary key (tenant_id, role_id, permission_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade,
  foreign key (tenant_id, permission_id) references permission (tenant_id, id) on delete cascade
);
create index role_permission_permission on role_permission (tenant_id, permission_id);
call app.isolate('role_permission');

create function app.is_granted(p_user bigint, p_code text) returns boolean language sql stable
  return exists (
    select from user_role ur
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
      join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
    where ur.user_id = p_user and p.code = p_code
  );
