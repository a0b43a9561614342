-- What a cleaning order covers: one row for each zone, planned until it has a day.
create table cleaning (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  area_name text not null check (area_name <> ''),
  capacity_kwp numeric(12, 2) not null check (capacity_kwp > 0),
  method text not null check (method in ('own', 'contract')),
  contractor text not null default '',
  cost numeric(12, 2) not null default 0 check (cost >= 0),
  cleaned_on date,
  -- Tonnes.
  water numeric(10, 2) check (water >= 0),
  broken int not null default 0 check (broken >= 0),
  -- Soiling ratio: dirty ÷ clean normalised output.
  sr_before numeric(5, 4),
  sr_after numeric(5, 4),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  -- A round covers a zone once.
  constraint cleaning_area unique (tenant_id, order_id, area_name),
  check ((sr_before is null) = (sr_after is null)),
  check (cleaned_on is not null or sr_before is null),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id)
);
create index cleaning_day on cleaning (tenant_id, cleaned_on, id);
call app.isolate('cleaning');

-- The benefit as it was when the cleaning was accepted; later tariffs and settings do not change it.
create table cleaning_acceptance (
  tenant_id int not null default app.tenant_id() references tenant,
  order_id bigint not null,
  accepted_at timestamptz not null,
  checker_id bigint not null,
  benefit jsonb not null,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, checker_id) references app_user (tenant_id, id)
);
call app.isolate('cleaning_acceptance');

alter table work_order_event drop constraint work_order_event_action_check,
  add constraint work_order_event_action_check check (
    action in (
      'create', 'import', 'assign', 'claim', 'reassign', 'reschedule', 'start', 'save', 'submit', 'pass', 'reject',
      'terminate', 'extend', 'extensionAgree', 'extensionRefuse', 'extensionEnd', 'insurance', 'cleaning'
    )
  );
