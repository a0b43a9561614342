-- Supervision of the two tickets (两票合格率, domain.md §1.7): what was judged of a ticket at its end, and the sample of a
-- month. The keys of reasons are those of contract/src/review-reasons.ts.
create index ticket_stamped on ticket (tenant_id, stamped_at, id) where stamp is not null;
create index ticket_started on ticket (tenant_id, started_at) where started_at is not null;

-- The judgement that counts, under the id of its ticket. A withdrawn one stays as a row without a verdict.
create table ticket_review (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint not null,
  verdict text check (verdict in ('qualified', 'unqualified')),
  reasons text[] not null default '{}' check (array_position(reasons, null) is null),
  note text not null default '',
  reviewer_id bigint not null default app.user_id(),
  reviewer_name text not null,
  reviewed_at timestamptz not null,
  version int not null default 1 check (version > 0),
  primary key (tenant_id, id),
  check (coalesce(verdict = 'unqualified', false) = (reasons <> '{}')),
  foreign key (tenant_id, id) references ticket (tenant_id, id),
  foreign key (tenant_id, reviewer_id) references app_user (tenant_id, id)
);
call app.isolate('ticket_review');

-- Every judgement that was ever made; null where one was withdrawn.
create table ticket_review_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  ticket_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  verdict text check (verdict in ('qualified', 'unqualified')),
  reasons text[] not null default '{}',
  note text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index ticket_review_event_ticket on ticket_review_event (tenant_id, ticket_id, id);
call app.isolate('ticket_review_event');
call app.keep_forever('ticket_review_event');
call app.require_event('ticket_review', 'ticket_review_event', 'e.ticket_id = new.id',
  '(old.verdict, old.reasons, old.note) is distinct from (new.verdict, new.reasons, new.note)', true);

-- Only what was carried out is rated.
create function app.ticket_is_rated() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ticket t where t.tenant_id = new.tenant_id and t.id = new.id and t.stamp = 'executed'
  ) then
    raise exception 'ticket % is not rated', new.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger ticket_review_rated before insert or update of id on ticket_review
  for each row execute function app.ticket_is_rated();

-- The seed that puts the tickets of a station and month in the order in which they are drawn. It is drawn once, so that
-- nobody draws until they like what comes.
create table ticket_sample (
  tenant_id int not null default app.tenant_id() references tenant,
  station_id bigint not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  seed text not null check (length(seed) = 32),
  primary key (tenant_id, station_id, month),
  foreign key (tenant_id, station_id) references station (tenant_id, id)
);
call app.isolate('ticket_sample');
call app.keep_forever('ticket_sample');

-- Each draw: of how many tickets, by which share, and which ones were added.
create table ticket_sample_draw (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  station_id bigint not null,
  month text not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  percent int not null check (percent between 1 and 100),
  pool int not null check (pool > 0),
  ticket_ids bigint[] not null check (ticket_ids <> '{}'),
  primary key (tenant_id, id),
  foreign key (tenant_id, station_id, month) references ticket_sample (tenant_id, station_id, month),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
call app.isolate('ticket_sample_draw');
call app.keep_forever('ticket_sample_draw');

create table ticket_sampled (
  tenant_id int not null default app.tenant_id() references tenant,
  ticket_id bigint not null,
  draw_id bigint not null,
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id),
  foreign key (tenant_id, draw_id) references ticket_sample_draw (tenant_id, id)
);
call app.isolate('ticket_sampled');
call app.keep_forever('ticket_sampled');
