-- Identity numbers, with which certificates of special operations are numbered, are found neither in the audit log nor in
-- lists by who may not see them. As maskIdentity of contract/src/identity-numbers.ts.
create function app.without_identity(p_text text) returns text language sql immutable parallel safe
  return regexp_replace(p_text, '(?<!\d)(\d{3})\d{11}(\d{3}[\dXx])(?!\d)', '\1****\2', 'g');

create or replace function app.find_audit(p_keyword text, p_from timestamptz, p_until timestamptz) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_word text := lower(p_keyword);
begin
  return query
    select e.number from audit_entry e
    where e.tenant_id = app.tenant_id() and e.at >= p_from and e.at < p_until
      and (length(v_word) < 2 or app.audit_pairs(app.audit_text(e.name, e.changes)) @> app.audit_pairs(v_word))
      and position(v_word in app.without_identity(app.audit_text(e.name, app.without_personal(e.changes)))) > 0;
end
$$;
