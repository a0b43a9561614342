-- More changes of rights wait for a second person (docs/decisions/0108-four-eyes-for-scope.md).
alter table pending_grant
  add column payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  drop constraint pending_grant_kind_check,
  drop constraint pending_grant_check1,
  drop constraint pending_grant_check2,
  add constraint pending_grant_kind_check check (kind in ('permissions', 'roles', 'machine', 'scope', 'dataRole')),
  add constraint pending_grant_people check ((kind in ('roles', 'machine', 'scope')) = (cardinality(people) > 0)),
  add constraint pending_grant_change check (cardinality(added) + cardinality(removed) > 0 or payload <> '{}');
comment on column pending_grant.people is 'Whose roles or scope change, or the machine account; empty for the others.';
comment on column pending_grant.added is 'Permissions, roles of the people, or projects of their scope; as removed.';
comment on column pending_grant.payload is
  'scope: allData, 1 or 0. dataRole: id, and the form to save, or remove. Otherwise empty.';
