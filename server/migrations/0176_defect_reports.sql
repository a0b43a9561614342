-- Defects that people reported on phones without a signal (docs/decisions/0084-defects-reported-on-phones.md).
create table defect_report (
  tenant_id int not null default app.tenant_id() references tenant,
  -- Made on the phone: however often it arrives, it has one order.
  id uuid not null,
  order_id bigint not null,
  reporter_id bigint not null default app.user_id(),
  reporter_name text not null,
  text text not null check (text <> ''),
  -- The rest, as it was sent: the station, and the device by its label.
  content jsonb not null,
  -- What is odd about it, in words.
  marks text[] not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  device_at timestamptz not null,
  device_skew bigint,
  done_at timestamptz not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, order_id),
  check ((latitude is null) = (longitude is null)),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, reporter_id) references app_user (tenant_id, id)
);
comment on column defect_report.device_skew is 'milliseconds that the phone was ahead of the server; null if never compared';
comment on column defect_report.done_at is 'device_at by the server''s clock, as well as is known';
create index defect_report_reporter on defect_report (tenant_id, reporter_id, at desc);
call app.isolate('defect_report');
call app.keep_forever('defect_report');

-- The photos of a report are those of its order, and of none of its steps.
alter table work_order_photo
  drop constraint work_order_photo_part_check,
  add constraint work_order_photo_part_check check (part in ('step', 'before', 'after', 'report'));
alter table field_photo
  drop constraint field_photo_part_check,
  add constraint field_photo_part_check check (part in ('step', 'before', 'after', 'report'));

-- An act that its author gave to the station's master, once.
alter table field_record add column handed_key text check (handed_key ~ '^[0-9a-f]{32}$');
comment on column field_record.handed_key is 'of the act that was refused, if its author gave it to the station''s master';
create unique index field_record_handed on field_record (tenant_id, author_id, handed_key) where handed_key is not null;
