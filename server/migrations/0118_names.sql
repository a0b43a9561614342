-- What names sound like, which searches read, and their place in lists: docs/decisions/0033-names.md.

-- All readings as clients get them: 长chang,zhang 乐le,yue,yao,lao …
create function app.listed_readings() returns text language sql stable security definer
  set search_path = public, pg_temp
  return (select string_agg(character || array_to_string(sounds, ','), ' ') from app.reading);

-- A Chinese number in digits: 十二 is 12, 一百零五 is 105, 二〇二六 is 2026.
create function app.digits_of(p_numeral text) returns text language plpgsql immutable as $$
declare
  v_char text;
  v_sum int := 0;
  v_digit int;
begin
  if p_numeral !~ '[十百千]' then
    return translate(p_numeral, '〇零一二三四五六七八九', '00123456789');
  end if;
  foreach v_char in array string_to_array(p_numeral, null) loop
    if v_char in ('十', '百', '千') then
      v_sum := v_sum + coalesce(nullif(v_digit, 0), 1) * case v_char when '十' then 10 when '百' then 100 else 1000 end;
      v_digit := null;
    else
      v_digit := translate(v_char, '〇零一二三四五六七八九', '00123456789')::int;
    end if;
  end loop;
  return (v_sum + coalesce(v_digit, 0))::text;
end
$$;

-- What a name sounds like, and its place among others.
--
-- `sounds`: each character at its position, beside all its readings, so that a search for a phrase of syllables finds
-- it whichever reading of a character is meant; 长乐 is 'chang':1 'le':2 'yue':2 'zhang':1 '乐':2 '长':1 and more. Spaces
-- and signs have no position. The company is a word too (#7), for the index.
--
-- `place`, compared by bytes: numbers by value, also Chinese ones (2号 before 10号, 一期 before 二期 before 三期), then
-- letters, then characters by their usual reading. A number is 0, its length, its digits.
create function app.parts_of_name(p_tenant int, p_name text, out sounds tsvector, out place text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_char text;
  v_read text[];
  v_sound text;
  v_position int := 0;
  v_heard text := '';
  v_number text := '';
  v_ends boolean;
begin
  place := '';
  for v_char, v_read in
    select c.one, r.sounds
    from unnest(string_to_array(
      lower(normalize(translate(p_name, 'ⅠⅡⅢⅣⅤⅥⅦⅧⅨ', '123456789'), nfkc)), null)) with ordinality c (one, n)
      left join app.reading r on r.character = c.one
    union all select null, null
  loop
    -- A run of digits, or of Chinese numerals, is one number. 百 and 千 begin none: 百色 is a town.
    v_ends := v_number <> '' and (v_char is null or not case when v_number ~ '^[0-9]' then v_char ~ '[0-9]'
      else v_char ~ '[〇零一二三四五六七八九十百千]' end);
    if v_ends then
      v_number := coalesce(nullif(ltrim(app.digits_of(v_number), '0'), ''), '0');
      place := place || '0' || lpad(length(v_number)::text, 3, '0') || v_number;
      v_number := '';
    end if;
    exit when v_char is null;
    if v_number <> '' or v_char ~ '[0-9〇零一二三四五六七八九十]' then
      v_number := v_number || v_char;
    elsif v_read is not null then
      place := place || '~' || v_read[1] || ' ' || v_char;
    elsif v_char !~ '\s' then
      place := place || case when ascii(v_char) > 126 then '~~' else '' end || v_char;
    end if;
    if v_char ~ '[[:alnum:]]' or v_read is not null then
      v_position := v_position + 1;
      v_heard := v_heard || ' ''' || v_char || ''':' || v_position;
      foreach v_sound in array coalesce(v_read, '{}') loop
        v_heard := v_heard || ' ' || v_sound || ':' || v_position;
      end loop;
    end if;
  end loop;
  sounds := (v_heard || ' ''#' || p_tenant || '''')::tsvector;
end
$$;

-- What finds the names in which these letters and characters follow each other: 红柳沟 is hongliugou, hlg, hongliug,
-- hliugou and 红lg. Letters are divided into syllables and initials in the few ways that need the fewest parts; the last
-- part may be the beginning of a syllable. Null for a word with signs, which no name sounds like.
create function app.heard(p_word text) returns tsquery
  language plpgsql stable strict security definer set search_path = public, pg_temp as $$
declare
  c_most constant int := 6;
  v_word text := replace(lower(normalize(p_word, nfkc)), '''', '');
  v_length int := length(v_word);
  v_part text;
  -- By place: the ways to read the word from there on, each a part of a tsquery; the fewest parts first.
  v_ways text[] := '{}';
  v_found text[];
begin
  if v_word !~ '^[[:alnum:]]+$' then return null; end if;
  v_ways[v_length + 1] := '';
  for v_at in reverse v_length..1 loop
    v_found := '{}';
    for v_size in reverse least(6, v_length + 1 - v_at)..1 loop
      v_part := substr(v_word, v_at, v_size);
      continue when v_size > 1 and v_part !~ '^[a-z]+$';
      if v_at + v_size > v_length then
        continue when v_size > 1 and not exists (select from app.syllable where starts_with(sound, v_part));
        v_found := v_found || (quote_literal(v_part) || case when v_part ~ '[a-z]' then ':*' else '' end);
      elsif v_size = 1 or v_part in ('zh', 'ch', 'sh') then
        v_found := v_found || array(
          select quote_literal(v_part) || case when v_part ~ '[a-z]' then ':*' else '' end || '<->' || rest
          from string_to_table(v_ways[v_at + v_size], '|') rest where rest <> '');
      elsif exists (select from app.syllable where sound = v_part) then
        v_found := v_found || array(
          select quote_literal(v_part) || '<->' || rest
          from string_to_table(v_ways[v_at + v_size], '|') rest where rest <> '');
      end if;
    end loop;
    v_ways[v_at] := array_to_string(array(
      select way from unnest(v_found) way order by regexp_count(way, '<->'), length(way), way limit c_most), '|');
  end loop;
  return v_ways[1]::tsquery;
end
$$;

-- Keeps, beside each name in this column of a table, what it sounds like and its place, whoever writes it; also of the
-- rows that are there. The owner is bound by row-level security too, unless it is taken off for that moment.
create procedure app.keep_names(relation regclass, name text) language plpgsql as $body$
begin
  execute format($text$
    alter table %1$s add column name_sounds tsvector not null default '',
      add column name_place text collate "C" not null default '';
    create function app.%1$s_name_is_heard() returns trigger language plpgsql as $$
    begin
      select p.sounds, p.place into strict new.name_sounds, new.name_place
        from app.parts_of_name(new.tenant_id, new.%2$I) p;
      return new;
    end
    $$;
    create trigger %1$s_name before insert or update of %2$I on %1$s
      for each row execute function app.%1$s_name_is_heard();
    alter table %1$s no force row level security;
    update %1$s set %2$I = %2$I;
    alter table %1$s force row level security;
  $text$, relation, name);
end
$body$;
call app.keep_names('station', 'name');
call app.keep_names('device', 'name');
call app.keep_names('psa', 'name');
call app.keep_names('space', 'name');
call app.keep_names('department', 'name');
call app.keep_names('app_user', 'realname');
call app.keep_names('role', 'role_name');
call app.keep_names('dictionary', 'dict_name');
create index station_sounds on station using gin (name_sounds);
create index device_sounds on device using gin (name_sounds);
create index app_user_sounds on app_user using gin (name_sounds);

-- The order of the list of stations.
drop index station_path;
create index station_path on station (tenant_id, dep_code text_pattern_ops, name_place, id);

-- Searches within the caller's scope, as before: departments from p_from up to, without, p_before and the projects
-- p_psas; a null p_from means the whole company (docs/decisions/0020-what-refusals-tell.md). Now each of the words, in
-- lower case, must be in the description, or name the station or the responsible person, also by pinyin; a word that
-- looks like one begins the code. With p_first only that many orders are wanted, the newest: words that many orders have
-- are then found among the newest 2,000, and words that few have by the indexes.
drop function app.search_work_orders(text, text, text, bigint[]);
create function app.search_work_orders(
  p_words text[], p_from text, p_before text, p_psas bigint[], p_first int default null
)
  returns table (
    tenant_id int, id bigint, work_code text, station_id bigint, psa_id bigint, dep_code text, task_type smallint,
    flow_sts smallint, liable_user_id bigint, assist_user_ids bigint[], plan_start_time timestamptz,
    plan_end_time timestamptz, open_loss numeric, created_at timestamptz
  )
  language plpgsql stable rows 1000 security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  c_few constant int := 2000;
  c_newest constant int := 2000;
  c_columns constant text := 'o.tenant_id, o.id, o.work_code, o.station_id, o.psa_id, o.dep_code, o.task_type,
    o.flow_sts, o.liable_user_id, o.assist_user_ids, o.plan_start_time, o.plan_end_time, o.open_loss, o.created_at';
  v_tenant int := app.tenant_id();
  v_related bigint[] := array(select s.id from station s where s.tenant_id = v_tenant and s.psa_id = any(p_psas));
  v_scope text := format('o.tenant_id = %s', v_tenant);
  v_wanted text := '';
  v_word text;
  v_grams text[] := '{}';
  v_stations bigint[];
  v_people bigint[];
  -- What an index finds: all words in the description, or one of these columns.
  v_ways text[] := '{}';
  v_own int;
  v_found int := 0;
begin
  if p_from is not null then
    v_scope := v_scope || format(' and (o.dep_code ~>=~ %L and o.dep_code ~<~ %L or o.station_id = any(%L::bigint[]))',
      p_from, p_before, v_related);
  end if;
  foreach v_word in array p_words loop
    v_stations := array(select s.id from station s
      where s.tenant_id = v_tenant and s.name_sounds @@ (select format('''#%s''', v_tenant)::tsquery && app.heard(v_word))
        and (p_from is null or s.dep_code ~>=~ p_from and s.dep_code ~<~ p_before or s.psa_id = any(p_psas)));
    v_people := array(select u.id from app_user u
      where u.tenant_id = v_tenant and u.name_sounds @@ (select format('''#%s''', v_tenant)::tsquery && app.heard(v_word)));
    v_wanted := v_wanted || format(' and (strpos(lower(o.task_description), %L) > 0', v_word);
    if length(v_word) > 1 then v_grams := v_grams || app.bigrams(v_tenant, v_word); end if;
    if v_stations <> '{}' then
      v_wanted := v_wanted || format(' or o.station_id = any(%L::bigint[])', v_stations);
      v_ways := v_ways || format('o.station_id = any(%L::bigint[])', v_stations);
    end if;
    if v_people <> '{}' then
      v_wanted := v_wanted || format(' or o.liable_user_id = any(%L::bigint[])', v_people);
      v_ways := v_ways || format('o.liable_user_id = any(%L::bigint[])', v_people);
    end if;
    if v_word ~ '^[a-z]{2}\d{4,}$' then
      v_wanted := v_wanted || format(' or starts_with(o.work_code, %L)', upper(v_word));
      v_ways := v_ways || format('o.work_code ~>=~ %L and o.work_code ~<~ %L', upper(v_word), upper(v_word) || '~');
    end if;
    v_wanted := v_wanted || ')';
  end loop;
  if p_from is not null then
    select count(*) into v_own from (
      (select from work_order o
        where o.tenant_id = v_tenant and o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before limit c_few + 1)
      union all
      (select from work_order o where o.tenant_id = v_tenant and o.station_id = any(v_related) limit c_few + 1)) own;
    if v_own <= c_few then
      return query execute format($text$
        select %1$s from work_order o where o.tenant_id = %2$s and o.dep_code ~>=~ %3$L and o.dep_code ~<~ %4$L %6$s
        union all
        select %1$s from work_order o where o.tenant_id = %2$s and o.station_id = any(%5$L::bigint[])
          and not (o.dep_code ~>=~ %3$L and o.dep_code ~<~ %4$L) %6$s
      $text$, c_columns, v_tenant, p_from, p_before, v_related, v_wanted);
      return;
    end if;
  end if;
  if p_first is not null then
    return query execute format($text$
      with found as materialized (
        select %s from (
          select o.* from work_order o where o.tenant_id = %s order by o.created_at desc, o.id desc limit %s
        ) o
        where %s %s order by o.created_at desc, o.id desc limit %s
      )
      select * from found where (select count(*) from found) = %s
    $text$, c_columns, v_tenant, c_newest, v_scope, v_wanted, p_first, p_first);
    get diagnostics v_found = row_count;
    if v_found > 0 then return; end if;
  end if;
  if v_grams <> '{}' then
    v_ways := v_ways || format('app.bigrams(o.tenant_id, o.task_description) @> %L::text[]', v_grams);
    v_scope := v_scope || format(' and (%s)', array_to_string(v_ways, ' or '));
  end if;
  return query execute format('select %s from work_order o where %s %s', c_columns, v_scope, v_wanted)
    || case when p_first is null then '' else format(' order by o.created_at desc, o.id desc limit %s', p_first) end;
end
$$;
