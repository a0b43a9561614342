-- Who a step was signed for, where a delegate signed it.
alter table process_task add column behalf_id bigint,
  add foreign key (tenant_id, behalf_id) references app_user (tenant_id, id);
create index process_task_behalf on process_task (tenant_id, behalf_id, closed_at) where behalf_id is not null;
alter table process_event add column behalf_id bigint,
  add foreign key (tenant_id, behalf_id) references app_user (tenant_id, id);

-- Who an instance was copied to: they may read it. That it was copied is an event.
create table process_copy (
  tenant_id int not null default app.tenant_id() references tenant,
  instance_id bigint not null,
  user_id bigint not null,
  copied_by bigint not null default app.user_id(),
  copied_at timestamptz not null,
  read_at timestamptz,
  primary key (tenant_id, instance_id, user_id),
  foreign key (tenant_id, instance_id) references process_instance (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id),
  foreign key (tenant_id, copied_by) references app_user (tenant_id, id)
);
create index process_copy_user on process_copy (tenant_id, user_id, copied_at);
call app.isolate('process_copy');

-- The files of an opinion or a comment.
create table process_file (
  tenant_id int not null default app.tenant_id() references tenant,
  instance_id bigint not null,
  seq int not null,
  path text not null unique references stored_file (path),
  position int not null check (position > 0),
  primary key (tenant_id, instance_id, seq, position),
  foreign key (tenant_id, instance_id, seq) references process_event (tenant_id, instance_id, seq)
);
call app.isolate('process_file');
call app.keep_forever('process_file');
alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in (
  'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
  'process', 'general'
));

-- What a person often writes as an opinion.
create table opinion_phrase (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null default app.user_id(),
  position int not null check (position > 0),
  text text not null check (text <> ''),
  primary key (tenant_id, user_id, position),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id)
);
call app.isolate('opinion_phrase');
