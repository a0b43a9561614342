-- Whether a session may still be used: a company says how many hours after its sign-in one ends, whatever its use;
-- a year where it said nothing (contract/src/settings.ts, `sessionHours`). The transaction works in the tenant.
create function app.session_stands(p_signed_in timestamptz, p_now timestamptz) returns boolean language sql stable
  return p_signed_in + make_interval(hours => coalesce(
    (select (settings ->> 'sessionHours')::int from tenant_setting
     where tenant_id = app.tenant_id() and section = 'system' and settings ->> 'sessionHours' ~ '^[1-9]\d{0,3}$'),
    8760)) > p_now;

-- As in 0009, and not past the end that the company set.
create or replace function app.enter(p_tenant int, p_hash bytea, p_code text, p_now timestamptz)
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
