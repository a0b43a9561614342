-- What people are told (docs/decisions/0106-messages.md): a row for each event, and one for each person who is told. The
-- words are contract/src/message-kinds.ts's; a row has what they are filled with, as it was at the time.
create table message (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  kind text not null check (kind <> ''),
  -- What it is about, and its number as people know it.
  about text not null,
  about_id bigint,
  about_code text not null default '',
  station_id bigint,
  -- Of two messages with one key, the later is not told.
  key text not null check (key <> ''),
  words jsonb not null check (jsonb_typeof(words) = 'object'),
  at timestamptz not null,
  actor_id bigint,
  done_at timestamptz,
  done_by bigint,
  done_name text not null default '',
  outcome text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, key),
  check ((done_at is null) = (outcome = '')),
  foreign key (tenant_id, station_id) references station (tenant_id, id)
);
comment on column message.done_at is 'When what it asks for was done, by whoever it was.';
create index message_open on message (tenant_id, about, about_id) where done_at is null;
create index message_age on message (at);
call app.isolate('message');

create table message_to (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  message_id bigint not null,
  read_at timestamptz,
  primary key (tenant_id, user_id, message_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id),
  foreign key (tenant_id, message_id) references message (tenant_id, id) on delete cascade
);
create index message_to_message on message_to (tenant_id, message_id);
create index message_to_unread on message_to (tenant_id, user_id, message_id) where read_at is null;
call app.isolate('message_to');

insert into app.audit_exception values
  ('message', 'tells of events that their own histories have'),
  ('message_to', 'who was told, and has read it');

-- Whether a person may hear of something: it is in their scope, and a role lets them see its kind.
create function app.may_hear(p_user bigint, p_about text, p_id bigint) returns boolean language plpgsql stable as $$
begin
  case p_about
    when 'order' then
      return app.is_granted(p_user, 'order:list') and exists (
        select from work_order o
          join app_user u on u.tenant_id = o.tenant_id and u.id = p_user
          join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where o.id = p_id and app.reaches(u, d.org_code, o.dep_code, o.psa_id) and app.shows_order(u.id, o, false));
    when 'ticket' then
      return app.is_granted(p_user, 'ticket:list') and exists (
        select from ticket t
          join app_user u on u.tenant_id = t.tenant_id and u.id = p_user
          join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where t.id = p_id and app.reaches(u, d.org_code, t.dep_code, t.psa_id)
          and app.shows_station(t.tenant_id, u.id, t.dep_code, t.psa_id, t.station_id));
    when 'station' then
      return exists (
        select from station s
          join app_user u on u.tenant_id = s.tenant_id and u.id = p_user
          join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where s.id = p_id and app.reaches(u, d.org_code, s.dep_code, s.psa_id)
          and app.shows_station(s.tenant_id, u.id, s.dep_code, s.psa_id, s.id));
    else
      return true;
  end case;
end
$$;

-- Whether a person sees what lies in a place, data roles apart.
create function app.reaches(u app_user, p_org text, p_dep text, p_psa bigint) returns boolean language plpgsql stable as $$
begin
  return u.has_all_data
    or starts_with(coalesce(case when app.is_moving() then app.code_now(p_dep) end, p_dep), p_org)
    or exists (select from user_psa r where r.tenant_id = u.tenant_id and r.user_id = u.id and r.psa_id = p_psa);
end
$$;

-- The people who hold a right and reach a place: those of the nearest departments, or all.
create function app.holders_at(p_right text, p_dep text, p_psa bigint, p_nearest boolean, p_but bigint[])
  returns bigint[] language plpgsql stable as $$
begin
  return coalesce((
    select array_agg(h.id order by h.id) from (
      select u.id, rank() over (order by u.has_all_data, length(d.org_code) desc) as place
      from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      where u.tenant_id = app.tenant_id() and u.status = '1' and u.id <> all(p_but) and u.id in (
          select ur.user_id from user_role ur
            join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
            join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
          where p.code = p_right)
        and (p_dep is null or app.reaches(u, d.org_code, p_dep, p_psa))
    ) h where h.place = 1 or not p_nearest), '{}');
end
$$;

-- Tells people something, in the transaction in which it happened: once for each key, never whoever did it, and never who
-- may not see what it is about. Answers the message, or null if nobody is told.
create function app.tell(p_kind text, p_about text, p_about_id bigint, p_code text, p_station bigint, p_key text,
  p_words jsonb, p_people bigint[], p_actor bigint, p_at timestamptz) returns bigint language plpgsql as $$
declare
  v_people bigint[];
  v_id bigint;
begin
  if current_setting('app.messages', true) = 'off' then return null; end if;
  select array_agg(u.id order by u.id) into v_people from app_user u
    where u.tenant_id = app.tenant_id() and u.id = any(p_people) and u.status = '1' and u.id is distinct from p_actor
      and app.may_hear(u.id, p_about, p_about_id);
  if v_people is null then return null; end if;
  insert into message (kind, about, about_id, about_code, station_id, key, words, at, actor_id)
    values (p_kind, p_about, p_about_id, p_code, p_station, p_key, p_words, p_at, p_actor)
    on conflict (tenant_id, key) do nothing returning id into v_id;
  if v_id is null then return null; end if;
  insert into message_to (user_id, message_id) select each, v_id from unnest(v_people) each;
  perform app.announce_to('message', v_people);
  return v_id;
end
$$;

-- Announces a change of what is these people's own: their windows alone read it again.
create function app.announce_to(p_entity text, p_people bigint[]) returns void language plpgsql as $$
begin
  -- A notice has 8,000 bytes at most.
  for v_from in 0 .. (cardinality(p_people) - 1) / 300 loop
    perform app.announce(p_entity || '@' || array_to_string(p_people[v_from * 300 + 1 : v_from * 300 + 300], '.'));
  end loop;
end
$$;

-- What these messages ask for was done: nobody is asked any more, and whoever did it has read them.
create function app.done_messages(p_kinds text[], p_about text, p_about_id bigint, p_actor bigint, p_name text,
  p_at timestamptz, p_outcome text) returns void language plpgsql as $$
declare
  v_ids bigint[];
  v_people bigint[];
begin
  with done as (
    update message set done_at = p_at, done_by = p_actor, done_name = p_name, outcome = p_outcome
      where tenant_id = app.tenant_id() and about = p_about and about_id = p_about_id and done_at is null
        and kind = any(p_kinds)
      returning id
  ) select array_agg(id) into v_ids from done;
  if v_ids is null then return; end if;
  update message_to set read_at = p_at
    where tenant_id = app.tenant_id() and user_id = p_actor and message_id = any(v_ids) and read_at is null;
  select array_agg(distinct user_id) into v_people from message_to
    where tenant_id = app.tenant_id() and message_id = any(v_ids);
  if v_people is not null then perform app.announce_to('message', v_people); end if;
end
$$;
