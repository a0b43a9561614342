-- What people say about an order. A deleted comment keeps its place, without its text.
create table order_comment (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  author_id bigint not null default app.user_id(),
  author_name text not null,
  text text not null check (char_length(text) <= 1000),
  quoted_id bigint,
  added_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, id),
  check ((deleted_at is null) = (text <> '')),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, author_id) references app_user (tenant_id, id),
  foreign key (tenant_id, order_id, quoted_id) references order_comment (tenant_id, order_id, id)
);
comment on column order_comment.author_name is 'as it was when the comment was added';
comment on column order_comment.quoted_id is 'the comment of the same order that this one answers';
call app.isolate('order_comment');

create table order_comment_mention (
  tenant_id int not null default app.tenant_id() references tenant,
  comment_id bigint not null,
  user_id bigint not null,
  -- As the text has it after the @.
  name text not null check (name <> ''),
  seen_at timestamptz,
  primary key (tenant_id, comment_id, user_id),
  foreign key (tenant_id, comment_id) references order_comment (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id)
);
create index order_comment_mention_user on order_comment_mention (tenant_id, user_id, comment_id desc);
call app.isolate('order_comment_mention');

-- What comments said before they were changed or deleted.
create table order_comment_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  comment_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('edit', 'delete')),
  text text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, comment_id) references order_comment (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index order_comment_event_comment on order_comment_event (tenant_id, comment_id, id desc);
call app.isolate('order_comment_event');
call app.keep_forever('order_comment_event');
