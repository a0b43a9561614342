-- Departments, projects, people and how their login names are found.

-- Departments form a tree; org_code is the path in segments of a letter and two digits (A01, A01A03), so a subtree is a
-- prefix. Prefixes are compared as ranges (~>=~, ~<~): LIKE is not leakproof, so it would not use the index under
-- row-level security.
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
call app.isolate('department');

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
create index psa_closed on psa (tenant_id, id) where status = '3';
call app.isolate('psa');

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
-- A work number belongs to one person of a company. Doubles from before stay until somebody changes one of them, so
-- this is a trigger rather than a unique index. Whoever sets the same number at the same time waits for the other.
create index app_user_work_no on app_user (tenant_id, work_no) where work_no is not null;
call app.isolate('app_user');

-- A work number belongs to one person of a company. This is a trigger rather than a unique index, because duplicates
-- from before the rule stay until somebody changes one of them. Transactions that set the same number wait for each
-- other.
create function app.work_number_is_free() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(format('work_no %s %s', new.tenant_id, new.work_no), 0));
  if exists (select from app_user u
      where u.tenant_id = new.tenant_id and u.work_no = new.work_no and u.id <> new.id) then
    raise unique_violation using constraint = 'app_user_work_no', message = 'work number is taken';
  end if;
  return null;
end
$$;
create trigger app_user_work_number_set after insert on app_user
  for each row when (new.work_no is not null) execute function app.work_number_is_free();
create trigger app_user_work_number_changed after update of work_no on app_user
  for each row when (new.work_no is distinct from old.work_no and new.work_no is not null)
  execute function app.work_number_is_free();

-- The company is not known before sign-in, so this list spans companies: it tells which company a login name belongs to
-- and nothing else. It makes user names and phones unique across companies.
create table login_directory (
  login text primary key,
  tenant int not null references tenant,
  user_id bigint not null
);

create function app.login_directory_follows_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Projects that a person works on outside the own department's subtree (spec 2 §7 relPsas).
create table user_psa (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  psa_id bigint not null,
  primary key (tenant_id, user_id, psa_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, psa_id) references psa (tenant_id, id) on delete cascade
);
call app.isolate('user_psa');
