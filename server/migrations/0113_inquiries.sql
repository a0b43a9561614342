-- Messages to an office and its answers: 问题反馈 (feedback) and 总经理信箱 (mail) are its two boxes.

create table inquiry (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  box text not null check (box in ('feedback', 'mail')),
  kind text check (kind in ('suggestion', 'usage', 'data', 'other')),
  title text check (title <> ''),
  content text not null check (content <> ''),
  phone text,
  sender_id bigint not null default app.user_id(),
  state text not null default 'waiting' check (state in ('waiting', 'processing', 'answered', 'closed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  sent_version int not null default 1,
  answered_version int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, sender_id) references app_user (tenant_id, id),
  check ((box = 'feedback') = (kind is not null)),
  check ((box = 'mail') = (title is not null))
);
comment on column inquiry.sent_version is 'The version that the sender''s last word made; the office has read it from there on.';
comment on column inquiry.answered_version is 'The version that the office''s last answer made; 0 before the first.';
create index inquiry_sender on inquiry (tenant_id, sender_id, box, updated_at desc, id desc);
create index inquiry_box on inquiry (tenant_id, box, state, updated_at desc, id desc);
call app.isolate('inquiry');

-- What both sides wrote after the first message.
create table inquiry_message (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  inquiry_id bigint not null,
  author_id bigint not null default app.user_id(),
  from_office boolean not null,
  content text not null check (content <> ''),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, inquiry_id) references inquiry (tenant_id, id),
  foreign key (tenant_id, author_id) references app_user (tenant_id, id)
);
create index inquiry_message_thread on inquiry_message (tenant_id, inquiry_id, id);
call app.isolate('inquiry_message');
call app.keep_forever('inquiry_message');

create table inquiry_file (
  tenant_id int not null default app.tenant_id() references tenant,
  inquiry_id bigint not null,
  path text not null references stored_file (path),
  message_id bigint,
  position smallint not null,
  primary key (tenant_id, inquiry_id, path),
  foreign key (tenant_id, inquiry_id) references inquiry (tenant_id, id),
  foreign key (tenant_id, message_id) references inquiry_message (tenant_id, id)
);
comment on column inquiry_file.message_id is 'Null stands beside the first word.';
create index inquiry_file_path on inquiry_file (path);
call app.isolate('inquiry_file');

-- Up to which version each person has read, on either side.
create table inquiry_read (
  tenant_id int not null default app.tenant_id() references tenant,
  inquiry_id bigint not null,
  user_id bigint not null default app.user_id(),
  version int not null,
  primary key (tenant_id, inquiry_id, user_id),
  foreign key (tenant_id, inquiry_id) references inquiry (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call app.isolate('inquiry_read');

-- The changes of an inquiry's state, written by the database itself.
create table inquiry_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  inquiry_id bigint not null,
  at timestamptz not null,
  actor_id bigint default app.user_id(),
  from_state text not null,
  to_state text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, inquiry_id) references inquiry (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index inquiry_event_of_inquiry on inquiry_event (tenant_id, inquiry_id, id);
call app.isolate('inquiry_event');
call app.keep_forever('inquiry_event');

create function app.tell_inquiry_state() returns trigger language plpgsql as $$
begin
  insert into inquiry_event (tenant_id, inquiry_id, at, from_state, to_state)
    values (new.tenant_id, new.id, new.updated_at, old.state, new.state);
  return null;
end
$$;
create trigger inquiry_state after update on inquiry for each row
  when (old.state <> new.state) execute function app.tell_inquiry_state();

-- What was sent to an office stays as it was written.
create trigger inquiry_words before update on inquiry for each row
  when ((old.box, old.kind, old.title, old.content, old.phone, old.sender_id, old.created_at)
    is distinct from (new.box, new.kind, new.title, new.content, new.phone, new.sender_id, new.created_at))
  execute function app.refuse_change_of_history();
