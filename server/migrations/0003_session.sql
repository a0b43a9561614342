-- The token that the client holds is '<tenant in base 36>.<random>'; only its hash is kept. The tenant in front
-- lets row-level security guard sessions too; a forged one finds no session.
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
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index user_session_owner on user_session (tenant_id, user_id);
call app.isolate('user_session');

-- What one user sees and may do, as the kernel's `Who`. `granted` answers one permission code.
create type app.who as (
  tenant_id int,
  user_id bigint,
  username text,
  realname text,
  org_code text,
  has_all_data boolean,
  related_psas bigint[],
  time_zone text,
  granted boolean
);

create function app.is_granted(p_user bigint, p_code text) returns boolean language sql stable
  return exists (
    select from user_role ur
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
      join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
    where ur.user_id = p_user and p.code = p_code
  );

-- Sets tenant and user for this transaction and answers who that is; nobody when the user is frozen.
create function app.act_as(p_tenant int, p_user bigint, p_code text) returns setof app.who language plpgsql as $$
begin
  perform set_config('app.tenant', p_tenant::text, true), set_config('app.user', p_user::text, true);
  return query
    select p_tenant, u.id, u.username, u.realname, d.org_code, u.has_all_data,
      case when u.has_all_data then '{}'
        else array(select up.psa_id from user_psa up where up.user_id = u.id) end,
      t.time_zone,
      p_code is null or app.is_granted(u.id, p_code)
    from app_user u
      join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      join tenant t on t.id = u.tenant_id
    where u.tenant_id = p_tenant and u.id = p_user and u.status = '1' and t.status = 'active';
end
$$;

-- The kernel's one trip at the start of every signed-in call: finds the session, checks that it still stands,
-- sets tenant and user. No row means: not signed in.
create function app.enter(p_tenant int, p_hash bytea, p_code text, p_now timestamptz)
  returns setof app.who language plpgsql as $$
declare
  v_user bigint;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select s.user_id into v_user from user_session s
    where s.tenant_id = p_tenant and s.token_hash = p_hash and s.expires_at > p_now;
  if found then
    return query select * from app.act_as(p_tenant, v_user, p_code);
  end if;
end
$$;

-- Pictures belong to nobody yet; the answer is taken by deleting the row, so exactly once.
create table captcha (
  token text primary key,
  kind text not null check (kind in ('blockPuzzle')),
  answer jsonb not null,
  secret_key text,
  expires_at timestamptz not null
);
create index captcha_expiry on captcha (expires_at);

create table captcha_verification (
  value text primary key,
  expires_at timestamptz not null
);
create index captcha_verification_expiry on captcha_verification (expires_at);

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
