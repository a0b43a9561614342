-- Hand-over of the open work of people who leave (docs/decisions/0094-handovers.md).
create table handover (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  person_id bigint not null,
  -- Object of group and id of the person who takes it over.
  successors jsonb not null check (jsonb_typeof(successors) = 'object'),
  reason text not null check (reason <> ''),
  last_day date not null,
  due_at timestamptz not null,
  freezes boolean not null,
  state text not null default 'planned' check (state in ('planned', 'done', 'cancelled', 'failed')),
  fault text check (fault <> ''),
  created_by bigint not null default app.user_id(),
  created_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  check ((state = 'planned') = (ended_at is null)),
  check ((state = 'failed') = (fault is not null)),
  foreign key (tenant_id, person_id) references app_user (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id)
);
comment on column handover.due_at is 'When it is carried out: at the end of the last working day, or at once.';
create unique index handover_planned on handover (tenant_id, person_id) where state = 'planned';
create index handover_person on handover (tenant_id, person_id, id desc);
call app.isolate('handover');

-- What became of each thing: written in the transaction that hands it over, so that a repeated attempt leaves it out.
create table handover_result (
  tenant_id int not null default app.tenant_id() references tenant,
  handover_id bigint not null,
  kind text not null check (kind in ('order', 'insurance', 'task', 'ticket', 'delegation', 'view', 'webhook', 'token')),
  record text not null check (record <> ''),
  name text not null,
  successor_id bigint,
  successor_name text not null default '',
  outcome text not null check (outcome in ('given', 'ended', 'refused')),
  told text not null default '',
  at timestamptz not null,
  primary key (tenant_id, handover_id, kind, record),
  check ((outcome = 'refused') = (told <> '')),
  foreign key (tenant_id, handover_id) references handover (tenant_id, id),
  foreign key (tenant_id, successor_id) references app_user (tenant_id, id)
);
call app.isolate('handover_result');
call app.keep_forever('handover_result');

-- What is open of a person is looked up among the tickets that have no end yet, drafts included.
create index ticket_unstamped on ticket (tenant_id, id) where stamp is null;
create index work_order_insurance_handler on work_order_insurance (tenant_id, handler_id) where paid_at is null;
