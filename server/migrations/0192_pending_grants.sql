-- Changes of rights that wait for a second person (docs/decisions/0099-four-eyes-for-rights.md).
create table pending_grant (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  kind text not null check (kind in ('permissions', 'roles')),
  -- Neither roles nor people are referred to: the record stays when they are gone.
  role_id bigint,
  people bigint[] not null,
  added bigint[] not null,
  removed bigint[] not null,
  words jsonb not null check (jsonb_typeof(words) = 'object'),
  seen jsonb not null check (jsonb_typeof(seen) = 'object'),
  reason text not null,
  asked_by bigint not null default app.user_id(),
  asked_name text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text not null default 'waiting'
    check (outcome in ('waiting', 'confirmed', 'refused', 'withdrawn', 'outdated')),
  decided_by bigint,
  decided_name text not null default '',
  decided_at timestamptz,
  note text not null default '',
  primary key (tenant_id, id),
  check ((kind = 'permissions') = (role_id is not null)),
  check ((kind = 'roles') = (cardinality(people) > 0)),
  check (cardinality(added) + cardinality(removed) > 0),
  check ((outcome = 'waiting') = (decided_at is null)),
  check (outcome <> 'confirmed' or decided_by <> asked_by),
  foreign key (tenant_id, asked_by) references app_user (tenant_id, id),
  foreign key (tenant_id, decided_by) references app_user (tenant_id, id)
);
comment on column pending_grant.people is 'Whose roles change; empty for the permissions of a role.';
comment on column pending_grant.added is 'Permissions, or roles of the people; as removed.';
comment on column pending_grant.words is 'The names of role, people, added and removed at the time of asking.';
comment on column pending_grant.seen is 'The permissions of each role concerned when it was asked, by its id.';
create index pending_grant_waiting on pending_grant (tenant_id, id) where outcome = 'waiting';
call app.isolate('pending_grant');
