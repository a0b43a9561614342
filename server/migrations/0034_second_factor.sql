-- One-time codes by an authenticator app (TOTP, RFC 6238) as a second factor of password and phone sign-in. Until it
-- is confirmed by a first code it counts for nothing.
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

-- Taken by deleting the row, so exactly once.
create table recovery_code (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  code_hash bytea not null,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references second_factor (tenant_id, user_id) on delete cascade
);
call app.isolate('recovery_code');

-- A sign-in whose first factor was right and that waits for the second. It is found before a tenant is known.
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

alter table sign_in_log drop constraint sign_in_log_outcome_check;
alter table sign_in_log add constraint sign_in_log_outcome_check check (outcome in
  ('success', 'wrong_password', 'wrong_code', 'frozen', 'locked', 'refused', 'logout', 'ended', 'password_changed',
   'second_factor_changed'));
