-- The login roles of the application: kept by server/src/platform/login-role.ts, read by the owner alone.
create table app.application_login (
  role_name text primary key,
  password text,
  granted text
);
comment on table app.application_login is 'No right on it is ever granted: it holds the password that every process of this database signs in with.';
comment on column app.application_login.password is 'Null for a role that somebody made by hand.';
comment on column app.application_login.granted is 'Of which grants the role has: a hash of grants.sql and of the migrations before it.';

-- Companies, names of logins and keys are written through functions only.
create function app.create_tenant(p_name text, p_demo boolean, p_demo_password_hash text) returns int
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    insert into tenant (name, demo, demo_password_hash) values (p_name, p_demo, p_demo_password_hash) returning id;
  end;
alter function app.login_directory_follows_user() security definer set search_path = public, pg_temp;
alter function app.third_directory_follows() security definer set search_path = public, pg_temp;

-- Opens a call's transaction: its limits (milliseconds), set here because a pooler between keeps none of a session's;
-- no company, whatever an earlier call left in the session; and the proof that whoever runs it is who signed in, is
-- held by row-level security and meets no temporary tables, which would go before those of their names.
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

-- Renews the planner's statistics of tables that were just filled, which only their owner may.
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
