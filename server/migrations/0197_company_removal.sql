-- The removal of a company, and archives of its data (0194_companies.sql, docs/decisions/0096-companies-of-the-platform.md).

create function app.is_removing(p_tenant int) returns boolean language plpgsql stable as $$
begin
  return exists (select from tenant where id = p_tenant and status = 'removing');
end
$$;

-- What is kept for ever is kept as long as its company.
create or replace function app.refuse_change_of_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if app.is_removing(old.tenant_id) then return old; end if;
  end if;
  raise exception 'history in % is neither changed nor removed', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create or replace function app.keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '6 years' or app.is_removing(old.tenant_id) then return old; end if;
  end if;
  raise exception 'history in % is neither changed nor removed', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create or replace function app.keep_definition() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if app.is_removing(old.tenant_id) then return old; end if;
  end if;
  if tg_op = 'DELETE' or (old.key, old.version, old.name, old.xml, old.sha256, old.deployed_at, old.deployed_by)
    is distinct from (new.key, new.version, new.name, new.xml, new.sha256, new.deployed_at, new.deployed_by) then
    raise exception 'a deployed process is neither changed nor removed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create or replace function app.ticket_is_kept() returns trigger language plpgsql as $$
begin
  if old.number is not null and not app.is_removing(old.tenant_id) then
    raise exception 'ticket % is kept', old.number using errcode = 'check_violation';
  end if;
  return old;
end
$$;

create or replace function app.ticket_order_linked() returns trigger language plpgsql as $$
declare
  v_number text;
begin
  if tg_op = 'DELETE' then
    select number into v_number from ticket where tenant_id = old.tenant_id and id = old.ticket_id;
    if v_number is not null and not app.is_removing(old.tenant_id) then
      raise exception 'the orders of ticket % stay', v_number using errcode = 'check_violation';
    end if;
    return null;
  end if;
  perform app.orders_of_ticket_are_open(new.tenant_id, new.ticket_id);
  perform app.number_tickets_of_order(new.tenant_id, new.order_id);
  return null;
end
$$;

-- Deletes every row of a company from every table, children before parents, and the company itself. Tables that refer to
-- each other are emptied by one statement, at whose end references are checked. Triggers add rows of sums meanwhile, so
-- it goes on until nothing is left. Returns how many rows there were.
create function app.remove_company(p_company int) returns bigint
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_operator text := app.tenant_id();
  v_user text := current_setting('app.user', true);
  v_all jsonb;
  v_left jsonb;
  v_free jsonb;
  v_total bigint := 0;
  v_round bigint;
  v_rows bigint;
begin
  if not app.in_operator_company() or not app.is_removing(p_company) then
    raise exception 'company % is not being removed', p_company using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.audit', 'off', true), set_config('app.tenant', p_company::text, true),
    set_config('app.user', '', true);
  select jsonb_object_agg(c.oid::text, attname) into v_all
  from pg_class c join pg_attribute a on attrelid = c.oid and attname in ('tenant_id', 'tenant') and not attisdropped
  where relnamespace = 'public'::regnamespace and relkind = 'r';
  loop
    v_round := 0;
    v_left := v_all;
    while v_left <> '{}' loop
      select coalesce(jsonb_object_agg(t.key, t.value), '{}') into v_free from jsonb_each(v_left) t
      where not exists (select from pg_constraint f
        where contype = 'f' and confrelid = t.key::oid and conrelid <> confrelid and v_left ? conrelid::text);
      if v_free = '{}' then v_free := v_left; end if;
      execute (
        select format('with %s select %s', string_agg(format('t%s as (delete from %s where %I = %s returning 1)',
            key, key::oid::regclass, value #>> '{}', p_company), ', '),
          string_agg(format('(select count(*) from t%s)', key), ' + '))
        from jsonb_each(v_free)) into v_rows;
      v_round := v_round + v_rows;
      v_left := v_left - array(select jsonb_object_keys(v_free));
    end loop;
    v_total := v_total + v_round;
    exit when v_round = 0;
  end loop;
  delete from tenant where id = p_company;
  perform set_config('app.audit', '', true), set_config('app.tenant', v_operator, true), set_config('app.user', v_user, true);
  return v_total;
end
$$;

-- Archives of all data of a company, which the operator asks for with a reason.
alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in (
  'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
  'process', 'request', 'step', 'film', 'example', 'drawing', 'earth', 'archive', 'general'));
create table company_archive (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  company int not null,
  company_code text not null,
  company_name text not null,
  reason text not null check (reason <> ''),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'expired')),
  job_id bigint,
  step_count int not null default 0,
  done_count int not null default 0,
  row_count bigint,
  file_path text references stored_file (path),
  size bigint,
  error text,
  created_by bigint not null default app.user_id(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  check ((state = 'done') = (file_path is not null))
);
comment on column company_archive.step_count is 'Tables, and the files of the company as one step each.';
create index company_archive_of on company_archive (tenant_id, company, id desc);
call app.isolate('company_archive');
insert into app.audit_exception values ('company_archive', 'progress; that an archive was made is an entry of its own');

-- As in 0115_claims.sql; jobs of a company that is stopped wait.
create or replace function app.claim_jobs(p_kinds text[], p_free int[], p_served int[], p_lease interval)
returns setof job language plpgsql volatile
  set enable_seqscan to off set enable_bitmapscan to off set enable_sort to off set enable_hashjoin to off
  set enable_mergejoin to off set lock_timeout to '10s' as $$
begin
  return query with recursive company (kind, free, served, tenant) as (
    select l.kind, l.free, l.served, (
        select tenant from job where kind = l.kind and next_at is not null order by kind, tenant, next_at, id limit 1)
      from unnest(p_kinds, p_free, p_served) as l (kind, free, served)
    union all
    select c.kind, c.free, c.served, (
        select tenant from job where kind = c.kind and tenant > c.tenant and next_at is not null
        order by kind, tenant, next_at, id limit 1)
      from company c where c.tenant is not null
  ), waiting as (
    select c.*, count(*) over (partition by c.kind) as companies from company c
    where (
      select next_at from job where kind = c.kind and tenant = c.tenant and next_at is not null
      order by kind, tenant, next_at, id limit 1) <= now()
      and not exists (select from tenant t where t.id = c.tenant and t.status <> 'active')
  ), due as (
    select c.kind, j.id, row_number() over (partition by c.kind order by j.turn, c.tenant <= c.served, c.tenant) as place
      from waiting c cross join lateral (
        select id, row_number() over (order by kind, tenant, next_at, id) as turn from job
        where kind = c.kind and tenant = c.tenant and next_at <= now()
        order by kind, tenant, next_at, id limit c.free + 32 / c.companies) j
  ), locked as materialized (
    select j.id, j.place from unnest(p_kinds, p_free) as l (kind, free) cross join lateral (
      select d.id, d.place from (select * from due where due.kind = l.kind order by place) d
        cross join lateral (
          select from job where id = d.id and coalesce(next_at, 'infinity') <= now() for update skip locked) held
      order by d.place limit l.free) j
  ), claimed as (
    update job j set lease = gen_random_uuid(), next_at = clock_timestamp() + p_lease, attempts = j.attempts + 1
      where j.id = any (array(select id from locked))
      returning j as job, (select l.place from locked l where l.id = j.id) as place
  )
  select (claimed.job).* from claimed order by claimed.place;
end
$$;
