-- Grades of faults and defects: I, II, III.
alter table work_order add column defect_level text check (defect_level in ('I', 'II', 'III')),
  add constraint work_order_graded check (defect_level is null or task_type in (7, 8));

-- Texts by which a defect of a kind of device is known to be of a grade.
create table defect_grading (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  defect_level text not null check (defect_level in ('I', 'II', 'III')),
  -- With its subtypes; null for all devices.
  device_type_id bigint,
  -- One of them is in the description.
  words text[] not null check (words <> '{}'),
  note text not null default '',
  enabled boolean not null default true,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, device_type_id) references device_type (tenant_id, id) on delete cascade
);
create index defect_grading_type on defect_grading (tenant_id, device_type_id);
call app.isolate('defect_grading');

-- The insurance case of an order about damage: reported, surveyed, assessed, paid.
create table work_order_insurance (
  tenant_id int not null default app.tenant_id() references tenant,
  order_id bigint not null,
  report_no text not null check (report_no <> ''),
  insurer text not null default '',
  reported_at timestamptz not null,
  -- Who sees to it.
  handler_id bigint not null,
  surveyed_at timestamptz,
  survey text not null default '',
  assessed numeric(12, 2) check (assessed >= 0),
  paid numeric(12, 2) check (paid >= 0),
  paid_at timestamptz,
  remark text not null default '',
  updated_at timestamptz not null,
  primary key (tenant_id, order_id),
  unique (tenant_id, report_no),
  check ((paid is null) = (paid_at is null)),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, handler_id) references app_user (tenant_id, id)
);
call app.isolate('work_order_insurance');
call app.require_event('work_order_insurance', 'work_order_event', 'e.order_id = new.order_id', 'true', true);
