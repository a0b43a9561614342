-- People that an import added and that have no password yet: it is made when it is issued, and shown once
-- (docs/decisions/0098-imported-people.md).
alter table data_import add column unissued_ids bigint[] not null default '{}';

-- People who were removed: they cannot sign in and are in no list, but histories still name them.
alter table app_user add column gone_at timestamptz,
  add constraint app_user_gone check (gone_at is null or status = '2');
