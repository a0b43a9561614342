-- What technicians did on phones without a signal (docs/decisions/0080-field-commands.md).
alter table work_order_event
  add column device_at timestamptz,
  add column device_skew bigint,
  add column parts smallint[],
  add column former_executors bigint[],
  drop constraint work_order_event_action_check,
  add constraint work_order_event_action_check check (
    action in (
      'create', 'import', 'assign', 'claim', 'reassign', 'reschedule', 'start', 'save', 'submit', 'pass', 'reject',
      'terminate', 'extend', 'extensionAgree', 'extensionRefuse', 'extensionEnd', 'insurance', 'cleaning', 'outage',
      'hours', 'choose'
    )
  );
comment on column work_order_event.device_at is 'by the clock of the phone that it came from';
comment on column work_order_event.device_skew is 'milliseconds that this clock was ahead of the server''s; null if never compared';
comment on column work_order_event.parts is 'the steps whose values it changed, from 1; 0 is the note';
comment on column work_order_event.former_executors is 'who executed the order until it was reassigned';

-- Supplementary records: what has no effect, waits for the acceptor's choice, or is marked for the acceptor.
create table field_record (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  act text not null check (act in ('start', 'step', 'prerequisite', 'hours', 'note', 'photo', 'submit')),
  outcome text not null check (outcome in ('done', 'both', 'record')),
  marks text[] not null,
  author_id bigint not null default app.user_id(),
  author_name text not null,
  device_at timestamptz not null,
  device_skew bigint,
  done_at timestamptz not null,
  at timestamptz not null,
  content jsonb not null,
  beside jsonb,
  why text not null check (why <> ''),
  primary key (tenant_id, id),
  check ((outcome = 'both') = (beside is not null)),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, author_id) references app_user (tenant_id, id)
);
comment on column field_record.device_skew is 'milliseconds that the phone was ahead of the server; null if never compared';
comment on column field_record.done_at is 'device_at by the server''s clock, as well as is known';
comment on column field_record.content is 'what was done, as it was sent';
comment on column field_record.beside is 'the value of the order that it disagrees with, and whose that is';
create index field_record_order on field_record (tenant_id, order_id, id);
call app.isolate('field_record');
call app.keep_forever('field_record');

-- What the acceptor chose between values in dispute.
create table field_choice (
  tenant_id int not null default app.tenant_id() references tenant,
  record_id bigint not null,
  chosen boolean not null,
  chooser_id bigint not null default app.user_id(),
  chooser_name text not null,
  at timestamptz not null,
  primary key (tenant_id, record_id),
  foreign key (tenant_id, record_id) references field_record (tenant_id, id),
  foreign key (tenant_id, chooser_id) references app_user (tenant_id, id)
);
call app.isolate('field_choice');
call app.keep_forever('field_choice');
