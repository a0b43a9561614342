-- Which tables the audit log (0181_audit.sql) is about, and the triggers that write it.

-- Every table of companies is audited, except history tables (`app.keep_forever`), which tell it themselves, and these.
create table app.audit_exception (relation text primary key, reason text not null check (reason <> ''));
insert into app.audit_exception values
  ('audit_head', 'the log itself'),
  ('audit_check', 'verifications of the log, which screens show'),
  ('user_session', 'sign_in_log tells of sign-ins; the rest is when a session was used'),
  ('idempotency', 'answers kept for repeats'),
  ('export_job', 'an export is an entry of its own kind when its file is made'),
  ('data_import', 'progress; what an import changes is recorded record by record'),
  ('file_blob', 'bytes shared by files'),
  ('file_usage', 'a sum'),
  ('field_photo', 'progress of what a phone sends; the photo is recorded when its order has it'),
  ('field_photo_piece', 'bytes of a photo on their way'),
  ('inquiry_read', 'how far somebody has read'),
  ('order_comment_mention', 'part of its comment, and whether it was seen'),
  ('user_mark', 'what somebody has seen already'),
  ('user_preference', 'how a person''s own screens look'),
  ('table_setting', 'how a person''s own lists look'),
  ('saved_view_place', 'how a person''s own views are arranged'),
  ('oa_request_counter', 'a counter'),
  ('ticket_counter', 'a counter'),
  ('work_code_counter', 'a counter'),
  ('process_instance', 'process_event tells every step'),
  ('process_task', 'process_event tells every step'),
  ('process_token', 'where a process stands; process_event tells every step'),
  ('process_candidate', 'who could be asked for a task'),
  ('process_copy', 'process_event tells who got a copy; the rest is whether it was read'),
  ('process_incident', 'what the engine tries again'),
  ('process_unmanned', 'tasks that wait for somebody to be named'),
  ('process_migration_row', 'progress of a migration, which process_event tells'),
  ('recovery_code', 'hashes of secrets; second_factor tells when they are renewed'),
  ('work_order_count', 'a sum'),
  ('work_order_count_delta', 'a part of a sum'),
  ('work_order_day', 'a sum'),
  ('work_order_day_delta', 'a part of a sum');

-- Whether changes of a column are recorded: not of what is derived, or what an entry says anyway.
create function app.is_audited(p_column text, p_type regtype) returns boolean language sql immutable
  return p_type <> 'tsvector'::regtype
    and p_column <> all (array['tenant_id', 'id', 'created_at', 'updated_at', 'updated_by', 'name_place', 'last_step', 'sha256', 'content_hash',
      'last_used_at', 'last_used_from']);

-- Of secrets, and of bytes, only that they changed.
create function app.is_secret(p_column text, p_type regtype) returns boolean language sql immutable
  return p_type = 'bytea'::regtype or p_column ~ '(password|secret|token|hash|salt)';

-- Long texts are recorded by their length and hash.
create function app.audit_long(p_text text) returns text language sql immutable parallel safe
  return json_build_object('length', length(p_text), 'sha256', encode(sha256(convert_to(p_text, 'UTF8')), 'hex'))::text;

-- Makes the trigger function of one table, with its columns written out: comparing them one by one takes a fraction of
-- what any general comparison of rows does.
create procedure app.audit(p_relation regclass) language plpgsql as $body$
declare
  v_table text := p_relation::text;
  v_pairs text;
  v_values text;
  v_told text;
  v_one text;
  v_keys text[];
  v_name text[];
  v_parent text;
  v_source text;
begin
  select string_agg(format($c$, case when %s is distinct from %s then concat(',"%s":[', %s, ',', %s, ']') end$c$,
      case when json then format('o.%I::text', c) else format('o.%I', c) end,
      case when json then format('n.%I::text', c) else format('n.%I', c) end, c,
      format(value, 'o', c), format(value, 'n', c)), '' order by place),
    string_agg(format($c$, case when r.%I is not null then concat(',"%s":', %s) end$c$, c, c, format(value, 'r', c)),
      '' order by place)
  into v_pairs, v_values
  from (
    select attname as c, attnum as place, atttypid = 'json'::regtype as json,
      case
        -- The address of a robot contains its key.
        when app.is_secret(attname, atttypid) or (v_table, attname) = ('webhook', 'url') then '''"***"'''
        when atttypid::regtype::text in ('smallint', 'integer', 'bigint', 'boolean') then 'coalesce(%1$s.%2$I::text, ''null'')'
        when atttypid::regtype::text in ('text', 'json', 'jsonb', 'text[]') then
          'case when pg_column_size(%1$s.%2$I) > 20000 then app.audit_long(%1$s.%2$I::text) else coalesce(to_json(%1$s.%2$I)::text, ''null'') end'
        else 'coalesce(to_json(%1$s.%2$I)::text, ''null'')' end as value
    from pg_attribute where attrelid = p_relation and attnum > 0 and not attisdropped
      and app.is_audited(attname, atttypid)
  ) a;
  select array_agg(attname order by array_position(i.indkey::smallint[], attnum))
  into v_keys from pg_index i join pg_attribute a on attrelid = indrelid and attnum = any(indkey)
  where indrelid = p_relation and indisprimary and attname <> 'tenant_id';
  v_keys := coalesce(v_keys, '{tenant_id}');
  -- The record's name as people know it: what it is called, and its code.
  v_name := array(
    select (select attname from unnest(wanted) with ordinality as w (c, place)
      join pg_attribute on attrelid = p_relation and attname = c and not attisdropped order by place limit 1)
    from (values
      (1, array['realname', 'role_name', 'dict_name', 'item_text', 'rule_name', 'title', 'name', 'file_name', 'object_name', 'defect_level']),
      (2, array['username', 'role_code', 'dict_code', 'item_value', 'rule_code', 'work_code', 'number', 'org_code', 'code', 'year', 'section'])
    ) as names (place, wanted) order by names.place);
  select format('%L || @%s@', owner || '/', c) into v_parent
  from (values (1, 'ticket_id', 'ticket'), (2, 'order_id', 'work_order'), (3, 'user_id', 'app_user'),
      (4, 'role_id', 'role'), (5, 'dictionary_id', 'dictionary'), (6, 'template_id', 'template'),
      (7, 'inquiry_id', 'inquiry'), (8, 'device_id', 'device'), (9, 'earth_id', 'earth'), (10, 'station_id', 'station')
    ) as owners (place, c, owner)
    join pg_attribute on attrelid = p_relation and attname = c and not attisdropped
  where owner <> v_table order by place limit 1;
  -- `@column@` is the column of one row, or of either row of a pair.
  v_told := format($$%L, concat_ws('/'%s), left(nullif(concat_ws(' ', null%s), ''), 200), %s, v_user, v_origin$$, v_table,
    (select string_agg(format(', @%s@', k), '' order by place) from unnest(v_keys) with ordinality as keys (k, place)),
    (select string_agg(format(', @%s@', each), '') from unnest(v_name) as each where each is not null),
    coalesce(v_parent, 'null'));
  v_one := format($$
    insert into public.audit_pending (tenant, kind, object, record, name, parent, user_id, origin, changes)
    select r.tenant_id, '<kind>', %s, '{' || substr(concat(''%s), 2) || '}' from <rows> r$$,
    regexp_replace(v_told, '@(\w+)@', 'r.\1', 'g'), v_values);
  v_source := format($f$
declare
  v_user bigint := app.user_id();
  v_origin text := concat(current_setting('app.session', true), ' ', current_setting('app.call', true));
begin
  -- The first data of a new company are one entry (server/src/seed).
  if current_setting('app.audit', true) = 'off' then return null; end if;
  if tg_op = 'INSERT' then%s;
  elsif tg_op = 'DELETE' then%s;
  else
    insert into public.audit_pending (tenant, kind, object, record, name, parent, user_id, origin, changes)
    select tenant, 'edit', object, record, name, parent, user_id, origin, '{' || substr(changed, 2) || '}' from (
      select coalesce(n.tenant_id, o.tenant_id), %s, concat(''%s)
      from old_rows o full join new_rows n on %s offset 0
    ) as pair (tenant, object, record, name, parent, user_id, origin, changed) where changed <> '';
  end if;
  return null;
end
$f$, replace(replace(v_one, '<kind>', 'create'), '<rows>', 'new_rows'),
    replace(replace(v_one, '<kind>', 'remove'), '<rows>', 'old_rows'),
    regexp_replace(v_told, '@(\w+)@', 'coalesce(n.\1, o.\1)', 'g'), v_pairs,
    (select string_agg(format('o.%1$I = n.%1$I', k), ' and ') from unnest(array_prepend('tenant_id', v_keys)) as k));
  if exists (select from pg_proc where pronamespace = 'app'::regnamespace and proname = 'audit_' || v_table
      and prosrc = v_source) then
    return;
  end if;
  execute format('create or replace function app.audit_%s() returns trigger language plpgsql
    security definer set search_path = public, pg_temp as %L', v_table, v_source);
  if exists (select from pg_trigger where tgrelid = p_relation and tgname = 'audit_insert') then return; end if;
  execute format('create trigger audit_insert after insert on %s referencing new table as new_rows
    for each statement execute function app.audit_%s()', p_relation, v_table);
  execute format('create trigger audit_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function app.audit_%s()', p_relation, v_table);
  execute format('create trigger audit_delete after delete on %s referencing old table as old_rows
    for each statement execute function app.audit_%s()', p_relation, v_table);
end
$body$;

-- Called after every migration (server/src/platform/migrate.ts): new tables and columns are recorded without a word.
create procedure app.audit_all() language plpgsql as $$
declare
  v_relation regclass;
begin
  for v_relation in
    select c.oid from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and not attisdropped)
      and not exists (select from pg_trigger where tgrelid = c.oid and tgname = 'history')
      and relname not in (select relation from app.audit_exception)
    order by relname
  loop
    call app.audit(v_relation);
  end loop;
end
$$;

-- As before, and the session is known to what the transaction records.
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
      perform set_config('app.session', v_session.session_id::text, true);
      v_who.session_id := v_session.session_id;
      v_who.last_used_at := v_session.last_used_at;
      v_who.refreshed_at := v_session.refreshed_at;
      v_who.expires_at := v_session.expires_at;
      return next v_who;
    end if;
  end if;
end
$$;
