-- Photos of the steps of an order's work.
create table work_order_photo (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  -- The place of the step in the order's work document, from 1.
  step_no int not null check (step_no between 1 and 100),
  -- Of its stored_file, purpose step.
  path text not null,
  added_by bigint not null default app.user_id(),
  added_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, path),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, added_by) references app_user (tenant_id, id)
);
create index work_order_photo_order on work_order_photo (tenant_id, order_id, step_no);
call app.isolate('work_order_photo');

alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in (
  'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
  'process', 'request', 'step', 'general'));
