-- Departments form a tree; org_code is the path in segments of a letter and two digits (A01, A01A03), so a
-- subtree is a prefix. Prefixes are compared as ranges (~>=~, ~<~): LIKE is not leakproof and would lose its
-- index under row-level security.
create table department (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  parent_id bigint,
  org_code text not null check (org_code ~ '^([A-Z]\d\d)+$'),
  name text not null check (name <> ''),
  sort_order int not null default 0,
  status text not null default '1' check (status in ('1', '2')),
  last_child int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, org_code),
  foreign key (tenant_id, parent_id) references department (tenant_id, id)
);
comment on column department.last_child is 'Highest segment ever given below, A01 = 1, B01 = 100; no code is given twice.';
create index department_path on department (tenant_id, org_code text_pattern_ops);
create unique index department_name on department (tenant_id, parent_id, name);

-- By code rather than by parent_id, because seeds insert a tree in one statement and link it afterwards.
create function app.department_remembers_child() returns trigger language plpgsql as $$
begin
  update department
    set last_child = greatest(last_child, (ascii(right(new.org_code, 3)) - 65) * 99 + right(new.org_code, 2)::int)
    where tenant_id = new.tenant_id and org_code = left(new.org_code, -3);
  return null;
end
$$;
create trigger department_added after insert on department
  for each row execute function app.department_remembers_child();

create table psa (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  department_id bigint not null,
  name text not null check (name <> ''),
  status text not null default '1' check (status in ('1', '3')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
comment on table psa is 'A sub-area: one project that groups stations; status 3 is closed.';
create index psa_department on psa (tenant_id, department_id);

create table station (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  psa_id bigint not null,
  department_id bigint not null,
  dep_code text not null,
  name text not null check (name <> ''),
  external_key text,
  site_type text not null default 'C' check (site_type in ('C', 'G', 'H')),
  capacity_kwp numeric(14, 3) check (capacity_kwp >= 0),
  ac_kw numeric(14, 3) check (ac_kw >= 0),
  grid_date date,
  province text,
  city text,
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  owner_name text,
  tariff numeric(10, 6) check (tariff >= 0),
  maintenance_status text not null default '1' check (maintenance_status in ('1', '2')),
  status text not null default '1' check (status in ('1', '3')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, external_key),
  foreign key (tenant_id, psa_id) references psa (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
comment on column station.dep_code is 'Copy of its department''s org_code, kept by trigger; data scope reads it.';
comment on column station.site_type is 'C 集中式, G 工商业分布式, H 户用';
comment on column station.maintenance_status is '1 在维, 2 退场';
create index station_path on station (tenant_id, dep_code text_pattern_ops, id);
create index station_psa on station (tenant_id, psa_id);
create unique index station_name on station (tenant_id, psa_id, name);

create function app.station_takes_department_code() returns trigger language plpgsql as $$
begin
  select org_code into strict new.dep_code from department
    where tenant_id = new.tenant_id and id = new.department_id;
  return new;
end
$$;
create trigger station_dep_code before insert or update of department_id on station
  for each row execute function app.station_takes_department_code();

create table device (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  station_id bigint not null,
  name text not null check (name <> ''),
  device_type text not null,
  model text,
  manufacturer text,
  rated_kw numeric(14, 3),
  installed_on date,
  status text not null default '1' check (status in ('1', '3')),
  primary key (tenant_id, id),
  unique (tenant_id, station_id, name),
  foreign key (tenant_id, station_id) references station (tenant_id, id)
);

create table app_user (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  username text not null check (username <> ''),
  realname text not null check (realname <> ''),
  password_hash text not null,
  must_change_password boolean not null default false,
  phone text check (phone ~ '^1[3-9]\d{9}$'),
  avatar text,
  work_no text,
  department_id bigint not null,
  user_type text not null default '1',
  company_id text,
  has_all_data boolean not null default false,
  need_handover boolean not null default false,
  status text not null default '1' check (status in ('1', '2')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
comment on column app_user.status is '1 in force, 2 frozen';
create index app_user_department on app_user (tenant_id, department_id);

-- Signing in happens before the tenant is known, so this one list spans tenants: it tells which tenant a login
-- name belongs to and nothing else. User names and phones are unique across tenants through it.
create table login_directory (
  login text primary key,
  tenant int not null references tenant,
  user_id bigint not null
);

create function app.login_directory_follows_user() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from login_directory where tenant = old.tenant_id and user_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into login_directory (login, tenant, user_id) values (lower(new.username), new.tenant_id, new.id);
    if new.phone is not null and new.phone <> new.username then
      insert into login_directory (login, tenant, user_id) values (new.phone, new.tenant_id, new.id);
    end if;
  end if;
  return null;
end
$$;
create trigger app_user_login_insert_delete after insert or delete on app_user
  for each row execute function app.login_directory_follows_user();
create trigger app_user_login_update after update of username, phone on app_user
  for each row execute function app.login_directory_follows_user();

-- Projects a person works on outside the own department's subtree (spec 2 §7 relPsas).
create table user_psa (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  psa_id bigint not null,
  primary key (tenant_id, user_id, psa_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, psa_id) references psa (tenant_id, id) on delete cascade
);

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

create table user_role (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  role_id bigint not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create index user_role_role on user_role (tenant_id, role_id);

-- Menus and buttons in one tree, as the wire has them (protocols.md §2.4–2.5).
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
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, path),
  foreign key (tenant_id, parent_id) references permission (tenant_id, id),
  check ((menu_type = 2) = (code is not null)),
  check ((menu_type = 2) = (path is null))
);
comment on column permission.menu_type is '0 root menu, 1 page, 2 button (its code is entity:verb)';
comment on column permission.status is '1 in force, 0 not in force: the button is open to everyone';

create table role_permission (
  tenant_id int not null default app.tenant_id() references tenant,
  role_id bigint not null,
  permission_id bigint not null,
  primary key (tenant_id, role_id, permission_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade,
  foreign key (tenant_id, permission_id) references permission (tenant_id, id) on delete cascade
);
create index role_permission_permission on role_permission (tenant_id, permission_id);

call app.isolate('department');
call app.isolate('psa');
call app.isolate('station');
call app.isolate('device');
call app.isolate('app_user');
call app.isolate('user_psa');
call app.isolate('role');
call app.isolate('user_role');
call app.isolate('permission');
call app.isolate('role_permission');
