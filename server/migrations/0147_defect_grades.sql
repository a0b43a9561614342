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
