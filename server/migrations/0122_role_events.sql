-- Every change of a role in the words of its time, written in the transaction that made it.
create table role_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  -- No reference: the history outlives the role.
  role_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('create', 'edit', 'grant', 'member', 'remove')),
  added jsonb not null default '[]',
  removed jsonb not null default '[]',
  edited jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
comment on column role_event.added is 'Array of {text, userId}: a permission, or a person, who then has an id; so is removed.';
comment on column role_event.edited is 'Array of {title, from, to}.';
create index role_event_of_role on role_event (tenant_id, role_id, id desc);
call app.isolate('role_event');
call app.keep_forever('role_event');
