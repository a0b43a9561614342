-- How long logs are kept is the company's choice, within the least of the law (docs/decisions/0109-retention.md).
create or replace function app.keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '180 days' or app.is_removing(old.tenant_id) then return old; end if;
  end if;
  raise exception 'history in % is neither changed nor removed', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
drop trigger history on sign_in_log;
create trigger history before update or delete on sign_in_log for each row execute function app.keep_audit();

drop function app.expire_audit(int);
create function app.expire_audit(p_days int) returns bigint
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_head audit_head;
  v_kept bigint;
  v_last audit_entry;
begin
  if p_days < 180 then raise exception 'the audit log is kept for at least 180 days'; end if;
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

-- Removes a company's sign-ins that are older than so many days.
create function app.expire_sign_ins(p_days int) returns bigint
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_gone bigint;
begin
  if p_days < 180 then raise exception 'sign-ins are kept for at least 180 days'; end if;
  delete from sign_in_log where tenant_id = app.tenant_id() and at < now() - make_interval(days => p_days);
  get diagnostics v_gone = row_count;
  return v_gone;
end
$$;

-- The oldest of each kind that the company's settings keep for a time.
create function app.oldest_kept() returns table (kind text, since timestamptz) language plpgsql stable as $$
begin
  return query
    select 'auditDays', (select e.at from audit_entry e where e.tenant_id = app.tenant_id() order by e.number limit 1)
    union all select 'signInDays', (select min(l.at) from sign_in_log l where l.tenant_id = app.tenant_id())
    union all select 'exportDays',
      (select min(x.finished_at) from export_job x where x.tenant_id = app.tenant_id() and x.state = 'done')
    union all select 'deliveryDays', (select min(d.at) from webhook_delivery d where d.tenant_id = app.tenant_id())
    union all select 'givenUpJobDays', (select min(j.given_up_at) from job j where j.tenant = app.tenant_id());
end
$$;

-- The same of every company, with the days that it has chosen, for the platform's operator.
create function app.retention_states() returns table (company text, kind text, since timestamptz, days int)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_operator text := app.tenant_id();
  v_tenant tenant;
  v_chosen jsonb;
begin
  perform app.require_health();
  for v_tenant in select * from tenant order by id loop
    perform set_config('app.tenant', v_tenant.id::text, true);
    v_chosen := coalesce((select s.settings from tenant_setting s
      where s.tenant_id = v_tenant.id and s.section = 'system'), '{}');
    return query select v_tenant.name, o.kind, o.since, (v_chosen ->> o.kind)::int from app.oldest_kept() o;
  end loop;
  perform set_config('app.tenant', v_operator, true);
end
$$;
