-- One try counter for everything that is limited before or at sign-in: pictures, passwords, codes, addresses. It
-- belongs to no tenant, since nobody is known yet; the key says what is counted. One row, one statement: several
-- processes count together.
create table attempt (
  key text primary key,
  hits int not null default 0,
  window_start timestamptz not null,
  locks int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null
);
create index attempt_age on attempt (updated_at);

-- X25519 keys that passwords are sealed with on their way, so that plain HTTP inside a LAN does not show them.
create table passing_key (
  id text primary key,
  private_key bytea not null,
  public_key bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passing_key_expiry on passing_key (expires_at);

alter table captcha drop constraint captcha_kind_check;
alter table captcha add constraint captcha_kind_check check (kind in ('blockPuzzle', 'clickWord'));
alter table captcha add column created_at timestamptz not null default now();

-- A session outlives its token: the token is replaced before it expires (spec 1 §4), the session keeps its id. The
-- replaced token still stands until its own expiry, because the answer that carried the new one may have been lost.
alter table user_session add column session_id uuid not null default gen_random_uuid();
alter table user_session add column signed_in_at timestamptz;
alter table user_session add column method text not null default 'password'
  check (method in ('password', 'phone', 'jwt', 'third', 'oidc'));
alter table user_session add column refreshed_at timestamptz;
-- FORCE hides other tenants' rows from an ordinary owner too.
alter table user_session no force row level security;
update user_session set signed_in_at = created_at;
alter table user_session force row level security;
alter table user_session alter column signed_in_at set not null;
create index user_session_id on user_session (tenant_id, session_id);

-- Append-only: who tried to sign in, from where, and what came of it. A try for an account that does not exist has
-- no tenant that could read it; the server's own log keeps those.
create table sign_in_log (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  at timestamptz not null,
  user_id bigint,
  login text not null,
  method text not null check (method in ('password', 'phone', 'jwt', 'third', 'oidc')),
  outcome text not null check (outcome in ('success', 'wrong_password', 'wrong_code', 'frozen', 'locked', 'refused', 'logout', 'ended', 'password_changed')),
  reason text,
  client_address text,
  user_agent text,
  device_id text,
  session_id uuid,
  primary key (tenant_id, id)
);
create index sign_in_log_time on sign_in_log (tenant_id, at desc, id desc);
create index sign_in_log_user on sign_in_log (tenant_id, user_id, at desc, id desc);
create index sign_in_log_outcome on sign_in_log (tenant_id, outcome, at desc, id desc);
call app.isolate('sign_in_log');

-- A code that was sent to a phone: bound to phone, purpose and user, hashed, limited tries, used once.
create table sms_code (
  id bigint primary key generated always as identity,
  phone text not null,
  purpose text not null check (purpose in ('login', 'forgot', 'change')),
  -- Null for a phone that no account has: nothing is sent, and the answers are the same.
  tenant int references tenant,
  user_id bigint,
  code_hash bytea not null,
  tries int not null default 0,
  verified boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (phone, purpose)
);
create index sms_code_expiry on sms_code (expires_at);

-- The outbox: written in the transaction that asks for the message, sent by a job of any process, with retries.
create table sms_message (
  id bigint primary key generated always as identity,
  tenant int references tenant,
  phone text not null,
  template text not null,
  params jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries int not null default 0,
  next_try_at timestamptz not null,
  provider text,
  provider_id text,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index sms_message_waiting on sms_message (next_try_at) where state = 'waiting';

-- Accounts elsewhere that stand for a user here (third-party login, OpenID Connect).
create table third_account (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  user_id bigint not null,
  third_type text not null check (third_type <> ''),
  subject text not null check (subject <> ''),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (third_type, subject),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call app.isolate('third_account');

-- A third account is looked up before the tenant is known, as the login directory is.
create table third_directory (
  third_type text not null,
  subject text not null,
  tenant int not null references tenant,
  user_id bigint not null,
  primary key (third_type, subject)
);

create function app.third_directory_follows() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from third_directory where third_type = old.third_type and subject = old.subject;
  end if;
  if tg_op <> 'DELETE' then
    insert into third_directory (third_type, subject, tenant, user_id)
      values (new.third_type, new.subject, new.tenant_id, new.user_id);
  end if;
  return null;
end
$$;
create trigger third_account_directory after insert or update or delete on third_account
  for each row execute function app.third_directory_follows();

-- A sign-in that came back from a provider and is redeemed once by the browser that started it.
create table sign_in_ticket (
  ticket_hash bytea primary key,
  tenant int references tenant,
  user_id bigint,
  third_type text not null,
  -- What the round trip must remember: OpenID Connect's state, nonce and verifier.
  memory jsonb not null default '{}',
  expires_at timestamptz not null
);
create index sign_in_ticket_expiry on sign_in_ticket (expires_at);

-- `Who` also tells about the session: the kernel refreshes its token and notes its use; and whether the first
-- password still has to be changed, until which no right counts.
drop function app.enter(int, bytea, text, timestamptz);
drop function app.act_as(int, bigint, text);
drop type app.who;

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

-- Sets tenant and user for this transaction and answers who that is; nobody when the user is frozen.
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

-- The kernel's one trip at the start of every signed-in call: finds the session, checks that it still stands,
-- sets tenant and user. No row means: not signed in.
create function app.enter(p_tenant int, p_hash bytea, p_code text, p_now timestamptz)
  returns setof app.who language plpgsql as $$
declare
  v_session user_session;
  v_who app.who;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select * into v_session from user_session s
    where s.tenant_id = p_tenant and s.token_hash = p_hash and s.expires_at > p_now;
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
