-- Windows in which a device, or a part that is no device of its own, is out of service because of what an order is about.
create table outage (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  device_id bigint,
  object_name text not null default '',
  from_at timestamptz not null,
  until_at timestamptz,
  category text not null check (
    category in (
      'forced', 'planned', 'scheduled', 'requested', 'environment', 'electrical', 'majeure', 'suspended', 'unavailable'
    )
  ),
  party text not null check (party in ('operator', 'maker', 'owner', 'grid', 'third', 'none')),
  -- Of the device, in per cent.
  share numeric(5, 2) not null check (share > 0 and share <= 100),
  capacity_kwp numeric(12, 3) not null check (capacity_kwp > 0),
  produced_kwh numeric(14, 2) not null default 0 check (produced_kwh >= 0),
  peers jsonb not null default '[]' check (jsonb_typeof(peers) = 'array'),
  note text not null default '',
  method text not null check (method in ('measured', 'reference', 'irradiance')),
  inputs jsonb not null,
  lost_kwh numeric(16, 2) not null check (lost_kwh >= 0),
  lost_yuan numeric(16, 2) not null check (lost_yuan >= 0),
  rate numeric(12, 1) not null check (rate >= 0),
  calculated_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check ((device_id is null) = (object_name <> '')),
  check (until_at > from_at),
  check (until_at is null or rate = 0),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
);
comment on column outage.until_at is 'null while it is still out';
comment on column outage.object_name is 'What is out, where it is no device of the ledger.';
comment on column outage.peers is 'Energy of healthy devices meanwhile: a list of {name, kw, kwh}.';
comment on column outage.inputs is 'What the figures were calculated from, at calculated_at.';
comment on column outage.rate is 'kWh lost per hour of daylight while it is out';
create index outage_order on outage (tenant_id, order_id, from_at, id);
-- The windows of one device may be of several orders, and count once.
create index outage_device on outage (tenant_id, device_id, from_at) where device_id is not null;
call app.isolate('outage');

alter table work_order_event drop constraint work_order_event_action_check,
  add constraint work_order_event_action_check check (
    action in (
      'create', 'import', 'assign', 'claim', 'reassign', 'reschedule', 'start', 'save', 'submit', 'pass', 'reject',
      'terminate', 'extend', 'extensionAgree', 'extensionRefuse', 'extensionEnd', 'insurance', 'cleaning', 'outage'
    )
  );
