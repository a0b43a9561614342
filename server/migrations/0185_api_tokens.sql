-- Tokens of programs (docs/decisions/0090-api-tokens.md).

-- A machine account is a user that cannot sign in and is no person: it only has roles, and tokens act as it.
alter table app_user drop constraint app_user_status_check,
  add constraint app_user_status_check check (status in ('1', '2', '3'));
comment on column app_user.status is '1 in force, 2 frozen, 3 a machine account in force';

create table api_token (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  -- Only the hash of what the holder sends.
  token_hash bytea not null check (length(token_hash) = 32),
  -- The beginning, by which people recognise it.
  prefix text not null check (prefix <> ''),
  name text not null check (name <> ''),
  user_id bigint not null,
  read_only boolean not null,
  -- Null: everything that its owner may read.
  codes text[] check (cardinality(codes) > 0),
  networks cidr[] not null default '{}',
  created_by bigint not null default app.user_id(),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz,
  revoked_by bigint,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  check (codes is not null or read_only),
  check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  check ((revoked_at is null) = (revoked_by is null)),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  foreign key (tenant_id, revoked_by) references app_user (tenant_id, id)
);
create index api_token_owner on api_token (tenant_id, user_id);
call app.isolate('api_token');

-- Whether a token that this transaction acts by reaches a permission; everything does without one.
create function app.token_reaches(p_code text) returns boolean language sql stable
  return coalesce(nullif(current_setting('app.token_codes', true), ''), p_code) = p_code
    or p_code = any(string_to_array(current_setting('app.token_codes', true), ','));

create or replace function app.is_granted(p_user bigint, p_code text) returns boolean language sql stable
  return exists (
    select from user_role ur
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
      join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
    where ur.user_id = p_user and p.code = p_code
      and (p_user is distinct from app.user_id() or app.token_reaches(p_code))
  );

create or replace function app.act_as(p_tenant int, p_user bigint, p_code text) returns setof app.who language plpgsql as $$
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
    where u.tenant_id = p_tenant and u.id = p_user and u.status in ('1', '3') and t.status = 'active';
end
$$;

-- Whether the company lets people have tokens of their own (contract/src/settings.ts, `personalTokens`).
create function app.personal_tokens_stand() returns boolean language sql stable
  return not exists (select from tenant_setting
    where tenant_id = app.tenant_id() and section = 'system' and settings -> 'personalTokens' = 'false');

create type app.token_use as (who app.who, token_id bigint, read_only boolean, used_at timestamptz, from_here boolean);

-- What app.enter is for sessions: the kernel's one round trip for a call with a token. From here on the caller holds what
-- the owner holds now, as far as the token reaches.
create function app.enter_by_token(p_tenant int, p_hash bytea, p_code text, p_now timestamptz, p_address inet)
  returns setof app.token_use language plpgsql as $$
declare
  v_token api_token;
  v_use app.token_use;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select * into v_token from api_token t
    where t.tenant_id = p_tenant and t.token_hash = p_hash and t.revoked_at is null and t.expires_at > p_now;
  if found then
    perform set_config('app.token_codes', coalesce(array_to_string(v_token.codes, ','), ''), true);
    select a into v_use.who from app.act_as(p_tenant, v_token.user_id, p_code) a
      where app.personal_tokens_stand()
        or exists (select from app_user u where u.id = v_token.user_id and u.status = '3');
    if found then
      v_use.token_id := v_token.id;
      v_use.read_only := v_token.read_only;
      v_use.used_at := coalesce(v_token.last_used_at, '-infinity');
      v_use.from_here := v_token.networks = '{}'
        or exists (select from unnest(v_token.networks) as network where p_address <<= network);
      return next v_use;
    end if;
  end if;
end
$$;
