-- How messages leave the product (docs/decisions/0107-message-channels.md): the ways of a company, what people choose of
-- them, and what is sent to whom.
create table message_channel (
  tenant_id int not null default app.tenant_id() references tenant,
  channel text not null check (channel in ('wecom', 'dingtalk', 'feishu', 'sms', 'mail', 'push')),
  enabled boolean not null,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  -- The password of the mail server, the key of the robot, the private key of push; answered to nobody.
  secret text not null default '',
  version int not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, channel)
);
call app.isolate('message_channel');

create table message_rule (
  tenant_id int not null default app.tenant_id() references tenant,
  topic text not null check (topic <> ''),
  channels text[] not null default '{}',
  escalate_minutes int check (escalate_minutes between 5 and 10080),
  role_id bigint,
  updated_at timestamptz not null,
  primary key (tenant_id, topic),
  check ((escalate_minutes is null) = (role_id is null)),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
comment on column message_rule.topic is 'A group of kinds; its channels are those that nobody turns off.';
comment on column message_rule.role_id is 'Whom nearest people it is told to when nobody has read it in time.';
call app.isolate('message_rule');

create table message_choice (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null default app.user_id(),
  choices jsonb not null check (jsonb_typeof(choices) = 'object'),
  quiet_from text check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  quiet_until text check (quiet_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  version int not null default 1,
  primary key (tenant_id, user_id),
  check ((quiet_from is null) = (quiet_until is null)),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id)
);
call app.isolate('message_choice');

create table message_mail (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null default app.user_id(),
  address text not null check (address ~ '^[^@\s]+@[^@\s]+$'),
  confirmed_at timestamptz,
  code_hash bytea,
  code_until timestamptz,
  tries int not null default 0,
  -- Why the last mail did not arrive; null after one that did.
  fault text,
  failed_at timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id)
);
call app.isolate('message_mail');

create table message_push (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  user_id bigint not null default app.user_id(),
  endpoint text not null check (endpoint ~ '^https://'),
  p256dh text not null,
  auth_secret text not null,
  added_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, endpoint),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id)
);
create index message_push_user on message_push (tenant_id, user_id);
call app.isolate('message_push');

-- What is sent to one person on one way. `number` is the same in every attempt, for receivers that tell repetitions apart.
create table message_delivery (
  tenant_id int not null default app.tenant_id() references tenant,
  message_id bigint not null,
  user_id bigint not null,
  channel text not null,
  number uuid not null default gen_random_uuid(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  due_at timestamptz not null,
  together boolean not null,
  fault text,
  ended_at timestamptz,
  primary key (tenant_id, message_id, user_id, channel),
  check ((state = 'waiting') = (ended_at is null)),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id),
  foreign key (tenant_id, message_id) references message (tenant_id, id) on delete cascade
);
comment on column message_delivery.together is 'Sent with the others that are due to the person at that time.';
create index message_delivery_due on message_delivery (tenant_id, user_id, channel, due_at) where state = 'waiting';
call app.isolate('message_delivery');

create table announcement (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  message_id bigint,
  title text not null check (title <> ''),
  body text not null check (body <> ''),
  scope text not null check (scope <> ''),
  author_id bigint not null default app.user_id(),
  told_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, author_id) references app_user (tenant_id, id),
  foreign key (tenant_id, message_id) references message (tenant_id, id) on delete set null (message_id)
);
comment on column announcement.scope is 'In words, as it was when it was sent.';
create index announcement_message on announcement (tenant_id, message_id);
call app.isolate('announcement');

insert into app.audit_exception values
  ('message_delivery', 'what is sent of messages'),
  ('message_push', 'addresses of browsers');

-- Whether anything of messages goes on outside of the product, or later.
create function app.messages_go_on() returns boolean language plpgsql stable as $$
begin
  return exists (select from message_channel where tenant_id = app.tenant_id() and enabled)
    or exists (select from message_rule where tenant_id = app.tenant_id() and escalate_minutes is not null);
end
$$;

create function app.message_goes_on() returns trigger language plpgsql as $$
begin
  if app.messages_go_on() then
    perform app.enqueue_job('message', jsonb_build_object('id', t.id), null, clock_timestamp(), app.tenant_id())
      from told t;
  end if;
  return null;
end
$$;
create trigger message_goes_on after insert on message referencing new table as told
  for each statement execute function app.message_goes_on();

-- Tells what nobody acted on, and somebody has not read, to the nearest people with a role; answers whether it did.
create function app.escalate_message(p_id bigint, p_role bigint) returns boolean language plpgsql as $$
declare
  m message;
  v_station station;
  v_people bigint[];
begin
  select * into m from message where tenant_id = app.tenant_id() and id = p_id and done_at is null;
  if not found or not exists (select from message_to
      where tenant_id = app.tenant_id() and message_id = p_id and read_at is null) then
    return false;
  end if;
  select * into v_station from station where tenant_id = app.tenant_id() and id = m.station_id;
  select array_agg(h.id) into v_people from (
    select u.id, rank() over (order by u.has_all_data, length(d.org_code) desc) as place
    from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.tenant_id = app.tenant_id() and u.status = '1'
      and exists (select from user_role r
        where r.tenant_id = u.tenant_id and r.user_id = u.id and r.role_id = p_role)
      and (v_station.id is null or app.reaches(u, d.org_code, v_station.dep_code, v_station.psa_id))
      and app.may_hear(u.id, m.about, m.about_id)
  ) h where h.place = 1 and not exists (select from message_to t
    where t.tenant_id = app.tenant_id() and t.message_id = p_id and t.user_id = h.id);
  if v_people is null then return false; end if;
  insert into message_to (user_id, message_id) select each, p_id from unnest(v_people) each;
  perform app.announce_to('message', v_people);
  return true;
end
$$;
