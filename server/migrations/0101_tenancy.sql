-- Companies, and what every other migration builds on: isolation of companies, append-only history, the role of the
-- application.

create schema app;

-- After a transaction that set it, current_setting returns '' rather than null; hence nullif.
create function app.tenant_id() returns int language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::int;

create function app.user_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.user', true), '')::bigint;

-- Gives a table the policy of its tenant; a test finds every table with a tenant_id that lacks it.
create procedure app.isolate(relation regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format(
    'create policy tenant_isolation on %s using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id())',
    relation
  );
end
$$;

create table tenant (
  id int primary key generated always as identity,
  name text not null unique check (name <> ''),
  time_zone text not null default 'Asia/Shanghai',
  status text not null default 'active' check (status in ('active', 'stopped')),
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- The password of demo accounts is public. Accounts that still have this hash are the ones that anybody can use;
  -- comparing hashes of the password itself would take a good part of a second for each.
  demo_password_hash text check (demo or demo_password_hash is null),
  -- Names a company to the login page of a browser that somebody signed in on before; a cookie contains it.
  brand_key uuid not null unique default gen_random_uuid()
);
comment on table tenant is 'A company using the product; data of two tenants never meet.';
comment on column tenant.demo_password_hash is 'Hash that the demo accounts were created with.';

-- Companies, login names and keys are written through functions only.
create function app.create_tenant(p_name text, p_demo boolean, p_demo_password_hash text) returns int
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    insert into tenant (name, demo, demo_password_hash) values (p_name, p_demo, p_demo_password_hash) returning id;
  end;

-- The login roles of the application, written by server/src/platform/login-role.ts and read by the owner alone.
create table app.application_login (
  role_name text primary key,
  password text,
  granted text
);
comment on table app.application_login is 'No right on it is ever granted: it holds the password that every process of this database signs in with.';
comment on column app.application_login.password is 'Null for a role that somebody made by hand.';
comment on column app.application_login.granted is 'Of which grants the role has: a hash of grants.sql and of the migrations before it.';

-- Opens the transaction of a call: sets its limits (milliseconds) here, because a pooler drops session settings; clears
-- the company that an earlier call left in the session; and checks that the current role is the one that signed in, is
-- bound by row-level security and has no temporary tables, which would hide those of the same name.
create function app.open_call(p_statement int, p_lock int, p_idle int) returns void language plpgsql as $$
declare
  -- One expression, which PL/pgSQL evaluates without planning or running a query.
  v_set text := set_config('statement_timeout', p_statement::text, true) || set_config('lock_timeout', p_lock::text, true)
    || set_config('idle_in_transaction_session_timeout', p_idle::text, true) || set_config('timezone', 'UTC', true)
    || set_config('app.tenant', '', true) || set_config('app.user', '', true);
begin
  if current_user <> session_user or not row_security_active('public.app_user') or pg_my_temp_schema() <> 0 then
    raise exception 'this connection is not fit to serve people: % acting as %', session_user, current_user
      using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- Renews the planner's statistics of tables that were just filled; only their owner may analyze them.
create function app.renew_statistics(p_tables regclass[]) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_table regclass;
begin
  for v_table in select oid from pg_class where oid = any(p_tables) and relnamespace = 'public'::regnamespace loop
    execute format('analyze %s', v_table);
  end loop;
end
$$;

-- History is written once: nobody changes or removes it, the owner of the tables included, and what it refers to
-- cannot be removed.
create function app.refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception 'history in % is neither changed nor removed', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- Makes a table append-only. grants.sql finds the table by its trigger; a test finds every history table without it.
create procedure app.keep_forever(relation regclass) language plpgsql as $$
begin
  execute format('create trigger history before update or delete on %s
    for each row execute function app.refuse_change_of_history()', relation);
  execute format('create trigger history_whole before truncate on %s
    for each statement execute function app.refuse_change_of_history()', relation);
end
$$;

-- Refuses, at commit, rows of `relation` whose state changed (`changed`: a condition on old and new) in a transaction
-- that added no event to `events` (`link`: a condition on the event e and new). An event of this transaction is one
-- whose xmin is the transaction's own id; under a savepoint it would not be, and the change would be refused. The
-- tenant is set for the query, because a transaction may have changed to another one by the time it commits.
create procedure app.require_event(
  relation regclass, events regclass, link text, changed text, inserts boolean default false
) language plpgsql as $body$
begin
  execute format(
    $text$
      create function app.%1$s_tells_history() returns trigger language plpgsql as $$
      declare
        v_tenant text := current_setting('app.tenant', true);
        v_told boolean;
      begin
        perform set_config('app.tenant', new.tenant_id::text, true);
        select exists (
          select from %2$s e where e.tenant_id = new.tenant_id and %3$s and e.xmin = pg_current_xact_id()::xid
        ) into v_told;
        perform set_config('app.tenant', coalesce(v_tenant, ''), true);
        if not v_told then
          raise exception 'the state in %1$s changed without an event in %2$s' using errcode = 'check_violation';
        end if;
        return null;
      end
      $$
    $text$, relation, events, link);
  execute format('create constraint trigger %1$s_state after update on %1$s deferrable initially deferred
    for each row when (%2$s) execute function app.%1$s_tells_history()', relation, changed);
  if inserts then
    execute format('create constraint trigger %1$s_born after insert on %1$s deferrable initially deferred
      for each row execute function app.%1$s_tells_history()', relation);
  end if;
end
$body$;
