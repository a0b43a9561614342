-- Everything before a session exists: captchas, limits, codes by SMS, third-party accounts, the second factor.

-- A captcha belongs to nobody yet; answering it deletes the row, so it is answered once.
create table captcha (
  token text primary key,
  kind text not null check (kind in ('blockPuzzle', 'clickWord')),
  answer jsonb not null,
  secret_key text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index captcha_expiry on captcha (expires_at);

create table captcha_verification (
  value text primary key,
  expires_at timestamptz not null
);
create index captcha_verification_expiry on captcha_verification (expires_at);

-- One counter of attempts for everything that is limited before or at sign-in: captchas, passwords, codes, addresses. It
-- belongs to no company, since nobody is known yet; the key says what is counted. One row and one statement, so several
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

-- A code that was sent to a phone: bound to phone, purpose and user, hashed, with limited attempts, used once.
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

-- The outbox: written in the transaction that asks for the message, sent by a job, with retries.
create table sms_message (
  id bigint primary key generated always as identity,
  tenant int references tenant,
  phone text not null,
  template text not null,
  params jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries int not null default 0,
  provider text,
  provider_id text,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz
);

-- Accounts of other systems that stand for a user here (third-party login, OpenID Connect).
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

-- Third-party accounts are found before the company is known, as login names are.
create table third_directory (
  third_type text not null,
  subject text not null,
  tenant int not null references tenant,
  user_id bigint not null,
  primary key (third_type, subject)
);

create function app.third_directory_follows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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

-- One-time codes by an authenticator app (TOTP, RFC 6238) as a second factor of password and phone sign-in. Until a
-- first code confirms it, it has no effect.
create table second_factor (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  secret bytea not null check (length(secret) = 20),
  -- One salt for all recovery codes of a person, so that one derivation compares a typed code with each of them.
  recovery_salt bytea not null,
  -- The latest time step whose code was taken: a code is good once, and older ones are good no more.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call app.isolate('second_factor');

-- Using a code deletes its row, so it is used once.
create table recovery_code (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  code_hash bytea not null,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references second_factor (tenant_id, user_id) on delete cascade
);
call app.isolate('recovery_code');

-- A sign-in whose first factor was right and that waits for the second. It is found before a company is known.
create table second_step (
  ticket_hash bytea primary key,
  tenant int not null references tenant,
  user_id bigint not null,
  method text not null check (method in ('password', 'phone')),
  login text not null,
  tries int not null default 0,
  -- The second factor is turned on by this very step, because the company demands it.
  enrols boolean not null,
  expires_at timestamptz not null
);
create index second_step_expiry on second_step (expires_at);

-- Append-only: who tried to sign in, from where, and the outcome. An attempt for an account that does not exist belongs
-- to no company that could read it; only the server's log has those.
create table sign_in_log (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  at timestamptz not null,
  user_id bigint,
  login text not null,
  method text not null check (method in ('password', 'phone', 'jwt', 'third', 'oidc', 'ticket')),
  outcome text not null check (outcome in (
    'success', 'wrong_password', 'wrong_code', 'frozen', 'locked', 'refused', 'logout', 'ended', 'password_changed',
    'second_factor_changed')),
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
call app.keep_forever('sign_in_log');
