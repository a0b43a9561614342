-- The audit log: one entry for each record that changed, with who, when, from where and the columns before and after.
-- Transactions leave their entries in `audit_pending`, unordered, so that none waits for another; a sealer moves them
-- into the chain of their company (`audit_entry`), with a number and a hash each.

-- Written by triggers and read by the sealer, through functions of the owner alone. What a transaction commits late
-- appears here late and gets a later number: nothing can be skipped. The column is `tenant`, as in `job`, because the
-- sealer looks at all companies at once.
create table audit_pending (
  id bigint not null generated always as identity,
  tenant int not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  object text not null,
  record text not null,
  name text,
  parent text,
  user_id bigint,
  -- `<session> <call as JSON>`, as app.enter and the kernel set them.
  origin text,
  changes text
);
comment on table audit_pending is 'What is not yet in the chain of the audit log. No right on it is granted to the application.';

create table audit_entry (
  tenant_id int not null default app.tenant_id() references tenant,
  number bigint not null,
  at timestamptz not null,
  kind text not null check (kind in ('create', 'edit', 'remove', 'see', 'export', 'refuse', 'expire')),
  -- A table, or a word of the server for what is none (call, export).
  object text not null,
  record text not null,
  name text,
  -- `<table>/<record>` of the record that this one belongs to.
  parent text,
  user_id bigint,
  session_id uuid,
  address text,
  agent text,
  call text,
  request text,
  -- By column: `[before, after]` of an edit, otherwise the value.
  changes jsonb,
  -- SHA-256 of the hash of the entry before and app.audit_content of this one.
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, number)
);
create index audit_entry_time on audit_entry (tenant_id, at, number);
create index audit_entry_record on audit_entry (tenant_id, object, record, number);
create index audit_entry_parent on audit_entry (tenant_id, parent, number) where parent is not null;
create index audit_entry_person on audit_entry (tenant_id, user_id, number);
call app.isolate('audit_entry');

-- Where the chain of a company ends, and where it begins after the oldest entries expired.
create table audit_head (
  tenant_id int primary key default app.tenant_id() references tenant,
  number bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  base_number bigint not null default 0,
  base_hash bytea not null default decode(repeat('00', 32), 'hex')
);
call app.isolate('audit_head');

-- The head of each day, which a server process has written into its log as well.
create table audit_digest (
  tenant_id int not null default app.tenant_id() references tenant,
  day date not null,
  number bigint not null,
  hash bytea not null,
  at timestamptz not null default now(),
  primary key (tenant_id, day)
);
call app.isolate('audit_digest');
call app.keep_forever('audit_digest');

-- Verifications of the chain.
create table audit_check (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  user_id bigint,
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  total bigint,
  done bigint not null default 0,
  -- The number of the last entry that was compared.
  last_number bigint,
  -- The first entry that does not fit the chain.
  broken_number bigint,
  broken_reason text,
  primary key (tenant_id, id)
);
call app.isolate('audit_check');

-- The texts of an entry that its hash covers: every column but the hash, each with its length in bytes.
create function app.audit_content(e audit_entry) returns text language plpgsql stable as $$
declare
  v_text text := '';
  v_part text;
begin
  foreach v_part in array array[
    e.tenant_id::text, e.number::text, (extract(epoch from e.at) * 1000000)::bigint::text, e.kind, e.object, e.record,
    e.name, e.parent, e.user_id::text, e.session_id::text, e.address, e.agent, e.call, e.request, e.changes::text] loop
    v_text := v_text || coalesce(octet_length(v_part) || ':' || v_part, '-') || ',';
  end loop;
  return v_text;
end
$$;

-- What the log is searched by: every two neighbouring characters of the names and of the shorter values.
create function app.audit_text(p_name text, p_changes jsonb) returns text language sql immutable parallel safe as $$
  select lower(left(concat_ws(' ', p_name, (
    select string_agg(left(value #>> '{}', 100), ' ')
    from jsonb_path_query(p_changes, 'strict $.** ? (@.type() == "string")') as value)), 600))
$$;
create function app.audit_pairs(p_text text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(p_text, at, 2)), '{}') from generate_series(1, length(p_text) - 1) as at
$$;
create index audit_entry_words on audit_entry using gin (app.audit_pairs(app.audit_text(name, changes)));

-- The numbers of the entries that contain a text; as a function of the owner because row-level security keeps the
-- planner from the index otherwise. Personal numbers are not found by their digits: they are shown masked.
create function app.find_audit(p_keyword text, p_from timestamptz, p_until timestamptz) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_word text := lower(p_keyword);
begin
  return query
    select e.number from audit_entry e
    where e.tenant_id = app.tenant_id() and e.at >= p_from and e.at < p_until
      and (length(v_word) < 2 or app.audit_pairs(app.audit_text(e.name, e.changes)) @> app.audit_pairs(v_word))
      and position(v_word in app.audit_text(e.name, app.without_personal(e.changes))) > 0;
end
$$;

-- Columns whose values are personal: people see them masked, and do not find entries by them.
create function app.is_personal(p_column text) returns boolean language sql immutable parallel safe
  return p_column ~ '(phone|mobile|telephone|identity|id_card)';
create function app.without_personal(p_changes jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_changes) where not app.is_personal(key)
$$;

-- What the kernel itself records: refusals, reads of personal data, exports.
create function app.note_audit(p_kind text, p_object text, p_record text, p_name text, p_changes text) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into audit_pending (tenant, kind, object, record, name, user_id, origin, changes)
  select app.tenant_id(), p_kind, p_object, p_record, left(p_name, 200), app.user_id(),
    concat(current_setting('app.session', true), ' ', current_setting('app.call', true)), p_changes
  where app.tenant_id() is not null
$$;

-- Moves what is pending into the chains, for each company up to a number. Of several processes one works on a company.
-- Returns how many entries were sealed.
create function app.seal_audit(p_most int) returns int
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_tenant int;
  v_head audit_head;
  v_pending audit_pending;
  v_call jsonb;
  v_entry audit_entry;
  v_entries audit_entry[];
  v_sealed int := 0;
begin
  for v_tenant in select distinct tenant from audit_pending loop
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

-- Entries are never changed. Nobody removes one either before six years have passed; then app.expire_audit does.
create function app.keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '6 years' then return old; end if;
  end if;
  raise exception 'history in % is neither changed nor removed', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger history before update or delete on audit_entry for each row execute function app.keep_audit();
create trigger history_whole before truncate on audit_entry
  for each statement execute function app.refuse_change_of_history();

-- Removes a company's oldest entries once all up to a number are older than so many years, and leaves an entry that
-- says which, with the hash that the chain goes on from.
create function app.expire_audit(p_years int) returns bigint
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_head audit_head;
  v_kept bigint;
  v_last audit_entry;
begin
  if p_years < 6 then raise exception 'the audit log is kept for at least 6 years'; end if;
  select * into v_head from audit_head where tenant_id = app.tenant_id() for update;
  if not found then return 0; end if;
  select min(number) into v_kept from audit_entry
    where tenant_id = app.tenant_id() and at >= now() - make_interval(years => p_years);
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
