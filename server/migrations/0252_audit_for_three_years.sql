-- The audit log is kept for three years at least, while claims can be made (docs/decisions/0109-retention.md); 180 days hold
-- for the sign-in log alone.
create function app.keep_audit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '1096 days' or app.is_removing(old.tenant_id) then return old; end if;
  end if;
  raise exception 'history in % is neither changed nor removed', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
drop trigger history on audit_entry;
create trigger history before update or delete on audit_entry for each row execute function app.keep_audit_entries();

create or replace function app.expire_audit(p_days int) returns bigint
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_head audit_head;
  v_kept bigint;
  v_last audit_entry;
begin
  if p_days < 1096 then raise exception 'the audit log is kept for at least 1096 days'; end if;
  select * into v_head from audit_head where tenant_id = app.tenant_id() for update;
  if not found then return 0; end if;
  select min(number) into v_kept from audit_entry
    where tenant_id = app.tenant_id() and at >= now() - make_interval(days => p_days);
  select * into v_last from audit_entry
    where tenant_id = app.tenant_id() and number < coalesce(v_kept, v_head.number + 1) order by number desc limit 1;
  if v_last.number is null then return 0; end if;
  delete from audit_entry where tenant_id = app.tenant_id() and number <= v_last.number;
  update audit_head set base_number = v_last.number, base_hash = v_last.hash where tenant_id = app.tenant_id();
  perform app.note_audit('expire', 'audit_entry', v_last.number::text,
    format('#%s–#%s', v_head.base_number + 1, v_last.number),
    jsonb_build_object('from', v_head.base_number + 1, 'until', v_last.number, 'digest', encode(v_last.hash, 'hex'))::text);
  return v_last.number - v_head.base_number;
end
$$;
