-- Tickets (两票): who is permitted to work where, behind which measures (domain.md §1). The rules with their messages are
-- in the application; what is here holds against every other way of writing.
create table ticket (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  kind text not null check (
    kind in ('first', 'second', 'live', 'low', 'hotFirst', 'hotSecond', 'emergency', 'operation')
  ),
  -- Given when it is submitted, without gaps by station, kind and month.
  number text,
  station_id bigint not null,
  psa_id bigint not null,
  dep_code text not null,
  state text not null default 'draft' check (
    state in ('draft', 'toIssue', 'toCosign', 'toReview', 'toApprove', 'toReceive', 'toPermit', 'working', 'paused',
      'trial', 'toOperate', 'operating', 'toClose', 'closed', 'unused', 'void')
  ),
  -- In kV.
  voltage text not null check (voltage in ('0.4', '10', '35', '110', '220', '330', '500')),
  task text not null check (task <> ''),
  -- What is signed, as contract/src/ticket-content.ts has it; its hash is kept by trigger.
  content jsonb not null,
  content_hash text not null,
  plan_start timestamptz,
  plan_end timestamptz,
  outsourced boolean not null default false,
  -- The ticket that one for hot work belongs to.
  main_id bigint,
  author_id bigint not null default app.user_id(),
  -- Of an operation ticket, the person who switches.
  leader_id bigint,
  issuer_id bigint,
  cosigner_id bigint,
  -- Of an operation ticket, the person who calls out the steps.
  guard_id bigint,
  shift_leader_id bigint,
  permitter_id bigint,
  permit_mode text check (permit_mode in ('face', 'phone')),
  permitted_at timestamptz,
  valid_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  closed_at timestamptz,
  live_parts text not null default '',
  supplement text not null default '',
  extensions int not null default 0,
  leader_changed boolean not null default false,
  stamp text check (stamp in ('executed', 'unused', 'void')),
  stamp_reason text not null default '',
  stamped_by text,
  stamped_at timestamptz,
  version int not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint ticket_number unique (tenant_id, number),
  constraint ticket_roles_apart check (
    case kind when 'operation' then leader_id <> guard_id and leader_id <> shift_leader_id
      else leader_id <> issuer_id and leader_id <> permitter_id and issuer_id <> permitter_id end
  ),
  check (number is not null or state = 'draft'),
  check ((stamp is null) = (state not in ('closed', 'unused', 'void'))),
  check (num_nulls(stamp, stamped_by, stamped_at) in (0, 3)),
  check (
    state not in ('working', 'paused', 'trial') or kind = 'operation'
    or num_nulls(permitter_id, permit_mode, permitted_at, valid_until, leader_id, started_at) = 0
  ),
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, main_id) references ticket (tenant_id, id),
  foreign key (tenant_id, author_id) references app_user (tenant_id, id),
  foreign key (tenant_id, leader_id) references app_user (tenant_id, id),
  foreign key (tenant_id, issuer_id) references app_user (tenant_id, id),
  foreign key (tenant_id, cosigner_id) references app_user (tenant_id, id),
  foreign key (tenant_id, guard_id) references app_user (tenant_id, id),
  foreign key (tenant_id, shift_leader_id) references app_user (tenant_id, id),
  foreign key (tenant_id, permitter_id) references app_user (tenant_id, id)
);
create index ticket_place on ticket (tenant_id, dep_code text_pattern_ops, id);
create index ticket_station on ticket (tenant_id, station_id, id);
create index ticket_main on ticket (tenant_id, main_id) where main_id is not null;
create index ticket_open on ticket (tenant_id, dep_code text_pattern_ops, id) where stamp is null and number is not null;
call app.isolate('ticket');
create trigger ticket_place before insert or update of station_id on ticket
  for each row execute function app.work_order_takes_station_place();

create function app.station_carries_tickets() returns trigger language plpgsql as $$
begin
  update ticket set psa_id = new.psa_id, dep_code = new.dep_code
    where tenant_id = new.tenant_id and station_id = new.id;
  update process_instance i set psa_id = new.psa_id, dep_code = new.dep_code
    from ticket t
    where t.tenant_id = new.tenant_id and t.station_id = new.id
      and i.tenant_id = t.tenant_id and i.business_type = 'ticket' and i.business_id = t.id;
  return null;
end
$$;
create trigger station_moved_tickets after update on station for each row
  when (old.dep_code is distinct from new.dep_code or old.psa_id is distinct from new.psa_id)
  execute function app.station_carries_tickets();

create function app.ticket_hash_of(p_content jsonb, p_start timestamptz, p_end timestamptz) returns text
  language sql stable as $$
  select encode(sha256(convert_to(
    p_content::text || coalesce(extract(epoch from p_start)::text, '') || '/' || coalesce(extract(epoch from p_end)::text, ''),
    'UTF8')), 'hex')
$$;
create function app.ticket_takes_hash() returns trigger language plpgsql as $$
begin
  new.content_hash := app.ticket_hash_of(new.content, new.plan_start, new.plan_end);
  return new;
end
$$;
create trigger ticket_hash before insert or update on ticket
  for each row execute function app.ticket_takes_hash();

-- Numbers by station, kind and month.
create table ticket_counter (
  tenant_id int not null default app.tenant_id() references tenant,
  station_id bigint not null,
  kind text not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  last int not null check (last > 0),
  primary key (tenant_id, station_id, kind, month),
  foreign key (tenant_id, station_id) references station (tenant_id, id)
);
call app.isolate('ticket_counter');

create table ticket_order (
  tenant_id int not null default app.tenant_id() references tenant,
  ticket_id bigint not null,
  order_id bigint not null,
  primary key (tenant_id, ticket_id, order_id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_id) references work_order (tenant_id, id)
);
create index ticket_order_order on ticket_order (tenant_id, order_id);
call app.isolate('ticket_order');

-- The crew and those who guard it. At most one of a person's tickets lets them be at work at a time.
create table ticket_person (
  tenant_id int not null default app.tenant_id() references tenant,
  ticket_id bigint not null,
  no int not null check (no > 0),
  part text not null check (part in ('leader', 'crew', 'guard', 'hotWorker', 'fireGuard')),
  -- Null for somebody of another company.
  person_id bigint,
  name text not null check (name <> ''),
  watch text not null default '',
  certificate text not null default '',
  briefed_at timestamptz,
  inside boolean not null default false,
  left_at timestamptz,
  removed boolean not null default false,
  primary key (tenant_id, ticket_id, no),
  check (not inside or (briefed_at is not null and not removed)),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references app_user (tenant_id, id)
);
create unique index ticket_person_inside on ticket_person (tenant_id, person_id) where inside;
call app.isolate('ticket_person');

-- The lines that were ticked one after another: measures before the permit, or steps of switching.
create table ticket_line (
  tenant_id int not null default app.tenant_id() references tenant,
  ticket_id bigint not null,
  no int not null check (no > 0),
  called_by bigint,
  called_at timestamptz,
  repeated_by bigint,
  repeated_at timestamptz,
  operated_by bigint,
  operated_at timestamptz,
  ticked_by bigint,
  ticked_at timestamptz,
  primary key (tenant_id, ticket_id, no),
  check (num_nulls(called_by, called_at) in (0, 2) and num_nulls(repeated_by, repeated_at) in (0, 2)),
  check (num_nulls(operated_by, operated_at) in (0, 2) and num_nulls(ticked_by, ticked_at) in (0, 2)),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id),
  foreign key (tenant_id, called_by) references app_user (tenant_id, id),
  foreign key (tenant_id, repeated_by) references app_user (tenant_id, id),
  foreign key (tenant_id, operated_by) references app_user (tenant_id, id),
  foreign key (tenant_id, ticked_by) references app_user (tenant_id, id)
);
call app.isolate('ticket_line');

-- What was done and signed: who, in which role, when, where, and the hash of what the ticket said.
create table ticket_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  ticket_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  role text,
  -- The entry of the published list that it relies on.
  qualification_id bigint,
  action text not null check (action <> ''),
  from_state text not null,
  to_state text not null,
  note text not null default '',
  content_hash text not null check (length(content_hash) = 64),
  address text not null default '',
  user_agent text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id),
  foreign key (tenant_id, qualification_id) references qualification (tenant_id, id)
);
create index ticket_event_ticket on ticket_event (tenant_id, ticket_id, id);
call app.isolate('ticket_event');
call app.keep_forever('ticket_event');
call app.require_event('ticket', 'ticket_event', 'e.ticket_id = new.id', 'old.state <> new.state');

-- What the leader asks for while the work goes on, and who has agreed.
create table ticket_request (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  ticket_id bigint not null,
  change text not null check (change in ('resume', 'transfer', 'extend', 'leader', 'task', 'trial', 'endTrial')),
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'withdrawn')),
  wanted jsonb not null,
  asked_by bigint not null default app.user_id(),
  asked_name text not null,
  asked_at timestamptz not null,
  -- Array of {signer, id, name, at}.
  agreed jsonb not null default '[]',
  -- Whose answer comes next: a signer of contract/src/ticket-changes.ts, and the person if it is one.
  awaits text,
  awaits_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id),
  check ((state = 'open') = (awaits is not null)),
  foreign key (tenant_id, asked_by) references app_user (tenant_id, id),
  foreign key (tenant_id, awaits_id) references app_user (tenant_id, id)
);
create unique index ticket_request_open on ticket_request (tenant_id, ticket_id) where state = 'open';
create index ticket_request_ticket on ticket_request (tenant_id, ticket_id, id);
call app.isolate('ticket_request');

create table ticket_reading (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  ticket_id bigint not null,
  at timestamptz not null,
  gas text not null check (gas <> ''),
  value text not null check (value <> ''),
  safe boolean not null,
  by_id bigint not null default app.user_id(),
  by_name text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id),
  foreign key (tenant_id, by_id) references app_user (tenant_id, id)
);
create index ticket_reading_ticket on ticket_reading (tenant_id, ticket_id, id);
call app.isolate('ticket_reading');
call app.keep_forever('ticket_reading');

-- What is isolated for a ticket. Of two that run at once on the same point, one says that it relies on the other.
create table ticket_point (
  tenant_id int not null default app.tenant_id() references tenant,
  ticket_id bigint not null,
  station_id bigint not null,
  name text not null check (name <> ''),
  depends_on bigint,
  running boolean not null default false,
  primary key (tenant_id, ticket_id, name),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, depends_on) references ticket (tenant_id, id)
);
create unique index ticket_point_taken on ticket_point (tenant_id, station_id, name)
  where running and depends_on is null;
create index ticket_point_depends on ticket_point (tenant_id, depends_on) where depends_on is not null;
call app.isolate('ticket_point');

-- Where earths hang. One hangs in one place, and only after no voltage was found there.
alter table earth drop constraint earth_state_check,
  add constraint earth_state_check check (state in ('stored', 'hanging', 'testing', 'scrapped'));
alter table earth_event drop constraint earth_event_action_check,
  add constraint earth_event_action_check check (
    action in ('add', 'edit', 'test', 'receive', 'scrap', 'hang', 'unhang', 'hand')
  );
create table earth_hanging (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  earth_id bigint not null,
  ticket_id bigint not null,
  place text not null check (place <> ''),
  tested_at timestamptz not null,
  installed_at timestamptz not null,
  installed_by bigint not null,
  install_guard bigint not null,
  removed_at timestamptz,
  removed_by bigint,
  remove_guard bigint,
  handed_to bigint,
  primary key (tenant_id, id),
  check (installed_by <> install_guard and removed_by <> remove_guard),
  check (tested_at <= installed_at and removed_at >= installed_at),
  check (num_nulls(removed_at, removed_by, remove_guard) in (0, 3)),
  check (handed_to is null or removed_at is not null),
  foreign key (tenant_id, earth_id) references earth (tenant_id, id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id),
  foreign key (tenant_id, handed_to) references ticket (tenant_id, id),
  foreign key (tenant_id, installed_by) references app_user (tenant_id, id),
  foreign key (tenant_id, install_guard) references app_user (tenant_id, id),
  foreign key (tenant_id, removed_by) references app_user (tenant_id, id),
  foreign key (tenant_id, remove_guard) references app_user (tenant_id, id)
);
create unique index earth_hangs_once on earth_hanging (tenant_id, earth_id) where removed_at is null;
create index earth_hanging_ticket on earth_hanging (tenant_id, ticket_id);
call app.isolate('earth_hanging');

-- The ledger follows what hangs: nobody can send away or scrap what is on the line.
create function app.earth_follows_hanging() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update earth set state = 'hanging', version = version + 1
      where tenant_id = new.tenant_id and id = new.earth_id and state = 'stored';
    if not found then
      raise exception 'earth % is not stored', new.earth_id using errcode = 'check_violation', constraint = 'earth_is_stored';
    end if;
  elsif old.removed_at is not null
    or (old.earth_id, old.ticket_id, old.place, old.tested_at, old.installed_at, old.installed_by, old.install_guard)
      is distinct from
      (new.earth_id, new.ticket_id, new.place, new.tested_at, new.installed_at, new.installed_by, new.install_guard) then
    raise exception 'what hung is history' using errcode = 'check_violation';
  elsif new.removed_at is not null then
    update earth set state = 'stored', version = version + 1 where tenant_id = new.tenant_id and id = new.earth_id;
  end if;
  return null;
end
$$;
create trigger earth_hanging_ledger after insert or update on earth_hanging
  for each row execute function app.earth_follows_hanging();

create function app.earth_agrees_with_hanging() returns trigger language plpgsql as $$
declare
  v_tenant text := current_setting('app.tenant', true);
  v_agrees boolean;
begin
  perform set_config('app.tenant', new.tenant_id::text, true);
  select (e.state = 'hanging') = exists (
    select from earth_hanging h where h.tenant_id = e.tenant_id and h.earth_id = e.id and h.removed_at is null
  ) into v_agrees from earth e where e.tenant_id = new.tenant_id and e.id = new.id;
  perform set_config('app.tenant', coalesce(v_tenant, ''), true);
  if v_agrees is not true then
    raise exception 'the ledger and what hangs do not agree about earth %', new.id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger earth_state after update on earth deferrable initially deferred
  for each row when (old.state <> new.state) execute function app.earth_agrees_with_hanging();
