-- Companies as the platform's operator looks after them: codes, quotas, suspension, archives of their data, removal after
-- a delay (docs/decisions/0096-companies-of-the-platform.md). The operator is a user of the platform's own company, and
-- reaches the others through the functions below alone.
alter table tenant
  add column code text,
  add column operator boolean not null default false,
  add column version int not null default 1,
  add column most_people int check (most_people > 0),
  add column most_stations int check (most_stations > 0),
  add column most_file_bytes bigint check (most_file_bytes > 0),
  add column most_exports int check (most_exports > 0),
  add column stopped_at timestamptz,
  add column stopped_why text,
  add column removal_at timestamptz,
  add column removal_why text;
update tenant set code = 'C' || lpad(id::text, 4, '0');
update tenant set stopped_at = now(), stopped_why = '' where status = 'stopped';
alter table tenant
  alter column code set not null,
  add constraint tenant_code_key unique (code),
  add constraint tenant_code_check check (code ~ '^[A-Z][A-Z0-9]{1,15}$'),
  drop constraint tenant_status_check,
  add constraint tenant_status_check check (status in ('active', 'stopped', 'removing')),
  add constraint tenant_stopped check ((status = 'active') = (stopped_at is null)),
  add constraint tenant_removal check (removal_at is null or status <> 'active'),
  add constraint tenant_operator_stays check (not operator or status = 'active');
create unique index tenant_operator on tenant (operator) where operator;
comment on column tenant.code is 'How the operator names the company; never changed.';
comment on column tenant.operator is 'The platform''s own company, of which there is one at most.';
comment on column tenant.status is 'removing: its rows are being deleted, and nothing keeps them any more.';
comment on column tenant.most_people is 'People who are not frozen; null for any number, as of the other quotas.';
comment on column tenant.most_exports is 'Exports that begin on one day of the company.';
comment on column tenant.removal_at is 'When everything of the company is deleted, unless the operator changes their mind.';

drop function app.create_tenant(text, boolean, text);
create function app.create_tenant(p_name text, p_demo boolean, p_demo_password_hash text, p_code text, p_operator boolean)
  returns int language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_id int;
begin
  insert into tenant (name, demo, demo_password_hash, code, operator)
    values (p_name, p_demo, p_demo_password_hash, coalesce(p_code, 'X' || upper(substr(md5(gen_random_uuid()::text), 1, 15))),
      p_operator)
    returning id into v_id;
  if p_code is null then
    update tenant set code = 'C' || lpad(id::text, 4, '0') where id = v_id;
  end if;
  return v_id;
end
$$;

-- Exports that began on a day of the company, also those that people deleted since.
create table export_day (
  tenant_id int not null default app.tenant_id() references tenant,
  day date not null,
  begun int not null,
  primary key (tenant_id, day)
);
call app.isolate('export_day');
insert into app.audit_exception values ('export_day', 'a counter');

-- Quotas hold in the transaction that adds: the company's row is locked first, so that transactions count one another.
-- SQLSTATE HQ001; the detail is `<quota> <limit>`.
create function app.refuse_beyond_quota(p_quota text, p_most bigint, p_used bigint) returns void language plpgsql as $$
begin
  if p_used > p_most then
    raise exception 'quota of % is used up', p_quota using errcode = 'HQ001', detail = p_quota || ' ' || p_most;
  end if;
end
$$;

create function app.people_within_quota() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_most int;
begin
  select most_people into v_most from tenant where id = app.tenant_id() and most_people is not null for no key update;
  if found then
    perform app.refuse_beyond_quota('people', v_most,
      (select count(*) from app_user where tenant_id = app.tenant_id() and status = '1'));
  end if;
  return null;
end
$$;
create trigger app_user_quota_added after insert on app_user
  for each statement execute function app.people_within_quota();
create trigger app_user_quota_freed after update on app_user for each row
  when (old.status <> '1' and new.status = '1') execute function app.people_within_quota();

create function app.stations_within_quota() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_most int;
begin
  select most_stations into v_most from tenant where id = app.tenant_id() and most_stations is not null for no key update;
  if found then
    perform app.refuse_beyond_quota('stations', v_most,
      (select count(*) from station where tenant_id = app.tenant_id() and status = '1'));
  end if;
  return null;
end
$$;
create trigger station_quota_added after insert on station
  for each statement execute function app.stations_within_quota();
create trigger station_quota_freed after update on station for each row
  when (old.status <> '1' and new.status = '1') execute function app.stations_within_quota();

-- The row of sums is locked by whoever adds to it, so no other lock is needed.
create function app.files_within_quota() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_most bigint;
begin
  select most_file_bytes into v_most from tenant where id = new.tenant_id;
  if v_most is not null then perform app.refuse_beyond_quota('fileBytes', v_most, new.bytes); end if;
  return null;
end
$$;
create trigger file_quota_begun after insert on file_usage
  for each row execute function app.files_within_quota();
create trigger file_quota_grown after update on file_usage for each row
  when (new.bytes > old.bytes) execute function app.files_within_quota();

create function app.exports_within_quota() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_tenant tenant;
  v_begun int;
begin
  select * into v_tenant from tenant where id = new.tenant_id;
  insert into export_day as d (tenant_id, day, begun)
    values (new.tenant_id, (now() at time zone v_tenant.time_zone)::date, 1)
    on conflict (tenant_id, day) do update set begun = d.begun + 1
    returning begun into v_begun;
  if v_tenant.most_exports is not null then
    perform app.refuse_beyond_quota('exports', v_tenant.most_exports, v_begun);
  end if;
  return null;
end
$$;
create trigger export_quota_added after insert on export_job for each row
  when (new.turn is not null) execute function app.exports_within_quota();
create trigger export_quota_repeated after update on export_job for each row
  when (new.turn is not null and new.turn is distinct from old.turn) execute function app.exports_within_quota();

create type app.company_figures as (
  company int, people bigint, stations bigint, orders bigint, file_bytes bigint, exports_today bigint,
  last_activity timestamptz
);

-- Of the company that is set.
create function app.own_figures() returns app.company_figures language plpgsql stable as $$
declare
  v_figures app.company_figures;
begin
  v_figures.company := app.tenant_id();
  select count(*) into v_figures.people from app_user where tenant_id = app.tenant_id() and status = '1';
  select count(*) into v_figures.stations from station where tenant_id = app.tenant_id() and status = '1';
  select coalesce(sum(n), 0) into v_figures.orders from (
    select n from work_order_count where tenant_id = app.tenant_id()
    union all select n from work_order_count_delta where tenant_id = app.tenant_id()) as counted;
  v_figures.file_bytes := coalesce((select bytes from file_usage where tenant_id = app.tenant_id()), 0);
  v_figures.exports_today := coalesce((select begun from export_day d join tenant t on t.id = d.tenant_id
    where d.tenant_id = app.tenant_id() and day = (now() at time zone t.time_zone)::date), 0);
  v_figures.last_activity := greatest(
    (select max(last_used_at) from user_session where tenant_id = app.tenant_id()),
    (select max(at) from sign_in_log where tenant_id = app.tenant_id()));
  return v_figures;
end
$$;

create function app.in_operator_company() returns boolean language sql stable
  return exists (select from tenant where id = app.tenant_id() and operator);

-- Only people of the platform's company who hold the permission use the functions below.
create function app.require_operator() returns void language plpgsql stable as $$
begin
  if not app.in_operator_company() or not app.is_granted(app.user_id(), 'tenant:manage') then
    raise exception 'only the operator of the platform does this' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function app.figures_of_companies(p_companies int[]) returns setof app.company_figures
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_operator text := app.tenant_id();
  v_company int;
begin
  perform app.require_operator();
  foreach v_company in array p_companies loop
    perform set_config('app.tenant', v_company::text, true);
    return next app.own_figures();
  end loop;
  perform set_config('app.tenant', v_operator, true);
end
$$;

-- What the operator did with a company; it outlives the company.
create table company_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  -- No references: the company may be gone.
  company int not null,
  company_code text not null,
  company_name text not null,
  at timestamptz not null default now(),
  actor_id bigint,
  actor_name text not null,
  action text not null check (action in (
    'create', 'edit', 'suspend', 'resume', 'export', 'planRemoval', 'cancelRemoval', 'remove', 'password')),
  reason text not null default '',
  edited jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index company_event_of on company_event (tenant_id, company, id desc);
comment on column company_event.actor_id is 'Null for the removal itself, which happens at its time.';
call app.isolate('company_event');
call app.keep_forever('company_event');

-- Records an act in the operator's history, in the audit log of the platform's company and in that of the company.
create function app.tell_of_company(p_company int, p_action text, p_reason text, p_edited jsonb) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_company tenant;
  v_actor text := (select realname from app_user where tenant_id = app.tenant_id() and id = app.user_id());
  v_kind text := case p_action when 'create' then 'create' when 'remove' then 'remove' when 'export' then 'export'
    else 'edit' end;
begin
  if not app.in_operator_company() then
    raise exception 'only the operator of the platform does this' using errcode = 'insufficient_privilege';
  end if;
  select * into v_company from tenant where id = p_company;
  insert into company_event (company, company_code, company_name, actor_id, actor_name, action, reason, edited)
    values (p_company, v_company.code, v_company.name, app.user_id(), coalesce(v_actor, '系统'), p_action, p_reason, p_edited);
  perform app.note_audit(v_kind, 'tenant', p_company::text, v_company.name,
    jsonb_build_object('action', p_action, 'reason', p_reason, 'edited', p_edited)::text);
  if p_action <> 'remove' then
    -- Without the operator's id, session and address, which are no business of the company.
    insert into audit_pending (tenant, kind, object, record, name, origin, changes)
    values (p_company, v_kind, 'tenant', p_company::text, v_company.name,
      concat(' ', jsonb_build_object('call', nullif(current_setting('app.call', true), '')::jsonb ->> 'call')),
      jsonb_build_object('action', p_action, 'reason', p_reason, 'edited', p_edited,
        'operator', concat('平台运营方 ', v_actor))::text);
  end if;
end
$$;

-- A company other than the platform's, locked.
create function app.company_for_change(p_company int) returns tenant
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_company tenant;
begin
  perform app.require_operator();
  select * into v_company from tenant where id = p_company and not operator for update;
  return v_company;
end
$$;

create function app.edit_company(
  p_company int, p_name text, p_people int, p_stations int, p_file_bytes bigint, p_exports int
) returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform app.company_for_change(p_company);
  update tenant set name = p_name, most_people = p_people, most_stations = p_stations, most_file_bytes = p_file_bytes,
    most_exports = p_exports, version = version + 1
  where id = p_company and not operator;
end
$$;

-- Sessions end; tokens and jobs find the company stopped.
create function app.suspend_company(p_company int, p_why text) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_operator text := app.tenant_id();
begin
  perform app.company_for_change(p_company);
  update tenant set status = 'stopped', stopped_at = now(), stopped_why = p_why, version = version + 1
  where id = p_company and status = 'active' and not operator;
  perform set_config('app.tenant', p_company::text, true);
  delete from user_session where tenant_id = p_company;
  perform app.announce('access');
  perform set_config('app.tenant', v_operator, true);
end
$$;

create function app.resume_company(p_company int) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform app.company_for_change(p_company);
  update tenant set status = 'active', stopped_at = null, stopped_why = null, version = version + 1
  where id = p_company and status = 'stopped' and removal_at is null;
  notify job;
end
$$;

create function app.plan_removal(p_company int, p_at timestamptz, p_why text) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform app.company_for_change(p_company);
  update tenant set removal_at = p_at, removal_why = p_why, version = version + 1
  where id = p_company and status = 'stopped' and not operator;
end
$$;

-- Begins the removal of a company whose time has come; from here on nothing keeps its rows. False: it is not wanted.
create function app.begin_removal(p_company int) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not app.in_operator_company() then
    raise exception 'only the operator of the platform does this' using errcode = 'insufficient_privilege';
  end if;
  update tenant set status = 'removing' where id = p_company and status in ('stopped', 'removing') and removal_at <= now();
  return found;
end
$$;
