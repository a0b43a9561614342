-- Tens of thousands of orders that plans make within a minute leave as many entries for the audit log. Sealing them, and
-- finding the plans, read everything that was waiting for each portion.

-- The same pairs of characters as before, three times as fast; GIN drops those that repeat.
create or replace function app.audit_pairs(p_text text) returns text[] language plpgsql immutable parallel safe as $$
declare
  v_letters text[] := string_to_array(p_text, null);
  v_pairs text[] := '{}';
begin
  for n in 1 .. coalesce(cardinality(v_letters), 0) - 1 loop
    v_pairs[n] := v_letters[n] || v_letters[n + 1];
  end loop;
  return v_pairs;
end
$$;

create or replace function app.bigrams(p_tenant int, p_text text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  v_letters text[] := string_to_array(lower(p_text), null);
  v_pairs text[] := '{}';
begin
  for n in 1 .. greatest(coalesce(cardinality(v_letters), 0) - 1, 1) loop
    v_pairs[n] := concat(p_tenant, ':', v_letters[n], v_letters[n + 1]);
  end loop;
  return v_pairs;
end
$$;

create index audit_pending_turn on audit_pending (tenant, id);

create or replace function app.seal_audit(p_most int) returns int
  language plpgsql volatile security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_tenant int;
  v_head audit_head;
  v_pending audit_pending;
  v_call jsonb;
  v_entry audit_entry;
  v_entries audit_entry[];
  v_sealed int := 0;
begin
  for v_tenant in select t.id from tenant t where exists (select from audit_pending p where p.tenant = t.id) loop
    perform set_config('app.tenant', v_tenant::text, true);
    insert into audit_head (tenant_id) values (v_tenant) on conflict do nothing;
    select * into v_head from audit_head where tenant_id = v_tenant for update skip locked;
    continue when not found;
    v_entries := '{}';
    for v_pending in
      with gone as (
        delete from audit_pending where ctid = any(array(
          select ctid from audit_pending where tenant = v_tenant order by id limit p_most)) returning *
      ) select * from gone order by id
    loop
      v_call := nullif(substr(v_pending.origin, position(' ' in v_pending.origin) + 1), '')::jsonb;
      v_head.number := v_head.number + 1;
      v_entry := row(
        v_tenant, v_head.number, v_pending.at, v_pending.kind, v_pending.object, v_pending.record, v_pending.name,
        v_pending.parent, v_pending.user_id, nullif(split_part(v_pending.origin, ' ', 1), '')::uuid, v_call ->> 'address',
        v_call ->> 'agent', v_call ->> 'call', v_call ->> 'request', v_pending.changes::jsonb, null);
      v_head.hash := sha256(v_head.hash || convert_to(app.audit_content(v_entry), 'UTF8'));
      v_entry.hash := v_head.hash;
      v_entries := v_entries || v_entry;
    end loop;
    insert into audit_entry select * from unnest(v_entries);
    update audit_head set number = v_head.number, hash = v_head.hash where tenant_id = v_tenant;
    v_sealed := v_sealed + cardinality(v_entries);
  end loop;
  perform set_config('app.tenant', '', true);
  return v_sealed;
end
$$;

-- The audit log is left out: its statements do not depend on statistics, and reading samples for them takes seconds.
create or replace function app.renew_statistics_of_grown() returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_table regclass;
begin
  if not pg_try_advisory_xact_lock(hashtext('statistics of grown tables')) then return; end if;
  for v_table in
    select c.oid from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and c.relkind = 'r' and s.n_mod_since_analyze > 200
      and s.n_mod_since_analyze > greatest(c.reltuples, 0) and s.relname not in ('audit_pending', 'audit_entry')
  loop
    execute format('analyze (skip_locked) %s', v_table);
  end loop;
end
$$;

-- Plans are taken in this order, sixty at a time.
drop index inspection_plan_make;
create index inspection_plan_make on inspection_plan (tenant_id, make_on, id) where make_on is not null;
drop index inspection_plan_made;
create index inspection_plan_made on inspection_plan (tenant_id, made_on, id) where make_on is not null;
