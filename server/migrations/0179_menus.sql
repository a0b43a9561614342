-- The menu as a draft changes it (docs/decisions/0088-menu-editor.md).
alter table permission add column version int not null default 1;

create table menu_state (
  tenant_id int not null default app.tenant_id() references tenant,
  -- Changes of one tree run one after the other: whoever makes one locks this row.
  version int not null default 1,
  removed text[] not null default '{}',
  primary key (tenant_id)
);
comment on column menu_state.version is 'The version of the whole tree';
comment on column menu_state.removed is 'Paths and codes of the product that the company deleted: a start of the server does not add them again';
call app.isolate('menu_state');

-- Every change of an entry in the words of its time, written in the transaction that made it.
create table menu_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  -- No reference: the history outlives the entry.
  permission_id bigint not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('create', 'edit', 'move', 'remove')),
  name text not null,
  edited jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
comment on column menu_event.edited is 'Array of {title, from, to}.';
call app.isolate('menu_event');
call app.keep_forever('menu_event');

-- What people may do depends on these rows as well.
create trigger access_announced_insert after insert on permission referencing new table as touched
  for each statement execute function app.announce_access();
create trigger access_announced_update after update on permission referencing new table as touched
  for each statement execute function app.announce_access();
create trigger access_announced_delete after delete on permission referencing old table as touched
  for each statement execute function app.announce_access();
