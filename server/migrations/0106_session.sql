-- Sessions, and how every call finds out who sends it.

-- The token that the client holds is '<tenant in base 36>.<random>'; only its hash is stored. With the tenant in front,
-- row-level security protects sessions too; a forged tenant finds no session. A session outlives its token: the token
-- is replaced before it expires (spec 1 §4), the session keeps its id. The replaced token stays valid until its own
-- expiry, because the answer with the new one may have been lost.
create table user_session (
  tenant_id int not null default app.tenant_id() references tenant,
  token_hash bytea not null,
  user_id bigint not null,
  device_id text,
  client_address text,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  session_id uuid not null default gen_random_uuid(),
  signed_in_at timestamptz not null,
  -- `ticket`: somebody went on to a sister system with a ticket of another session.
  method text not null default 'password' check (method in ('password', 'phone', 'jwt', 'third', 'oidc', 'ticket')),
  refreshed_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index user_session_owner on user_session (tenant_id, user_id);
create index user_session_id on user_session (tenant_id, session_id);
call app.isolate('user_session');

-- Who sends a call and what they may do, as the kernel's `Who`: `granted` answers one permission code. The times are
-- those of the session, whose token the kernel refreshes. No permission is granted until the first password is changed.
create type app.who as (
  tenant_id int,
  user_id bigint,
  username text,
  realname text,
  org_code text,
  has_all_data boolean,
  related_psas bigint[],
  time_zone text,
  granted boolean,
  must_change_password boolean,
  session_id uuid,
  last_used_at timestamptz,
  refreshed_at timestamptz,
  expires_at timestamptz
);

-- Sets tenant and user for this transaction and returns who that is; no row if the user is disabled.
create function app.act_as(p_tenant int, p_user bigint, p_code text) returns setof app.who language plpgsql as $$
begin
  perform set_config('app.tenant', p_tenant::text, true), set_config('app.user', p_user::text, true);
  return query
    select p_tenant, u.id, u.username, u.realname, d.org_code, u.has_all_data,
      case when u.has_all_data then '{}'
        else array(select up.psa_id from user_psa up where up.user_id = u.id) end,
      t.time_zone,
      p_code is null or (not u.must_change_password and app.is_granted(u.id, p_code)),
      u.must_change_password,
      null::uuid, null::timestamptz, null::timestamptz, null::timestamptz
    from app_user u
      join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      join tenant t on t.id = u.tenant_id
    where u.tenant_id = p_tenant and u.id = p_user and u.status = '1' and t.status = 'active';
end
$$;

-- Whether a session may still be used: a company configures how many hours after its sign-in one ends, whatever its
-- use; the default is a year (contract/src/settings.ts, `sessionHours`). The tenant must be set.
create function app.session_stands(p_signed_in timestamptz, p_now timestamptz) returns boolean language sql stable
  return p_signed_in + make_interval(hours => coalesce(
    (select (settings ->> 'sessionHours')::int from tenant_setting
     where tenant_id = app.tenant_id() and section = 'system' and settings ->> 'sessionHours' ~ '^[1-9]\d{0,3}$'),
    8760)) > p_now;

-- The kernel's one round trip at the start of every signed-in call: finds the session, checks that it is valid, sets
-- tenant and user. No row means: not signed in.
create function app.enter(p_tenant int, p_hash bytea, p_code text, p_now timestamptz)
  returns setof app.who language plpgsql as $$
declare
  v_session user_session;
  v_who app.who;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select * into v_session from user_session s
    where s.tenant_id = p_tenant and s.token_hash = p_hash and s.expires_at > p_now
      and app.session_stands(s.signed_in_at, p_now);
  if found then
    select * into v_who from app.act_as(p_tenant, v_session.user_id, p_code);
    if found then
      v_who.session_id := v_session.session_id;
      v_who.last_used_at := v_session.last_used_at;
      v_who.refreshed_at := v_session.refreshed_at;
      v_who.expires_at := v_session.expires_at;
      return next v_who;
    end if;
  end if;
end
$$;

-- Repeating a command with the same key has the effect and the answer of one.
create table idempotency (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null default app.user_id(),
  key text not null,
  path text not null,
  request_hash bytea not null,
  answer json,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index idempotency_age on idempotency (created_at);
call app.isolate('idempotency');
