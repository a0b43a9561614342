-- Files that people uploaded or that the product made. The bytes lie in the file storage under `path`, which is
-- unguessable; a row that nothing refers to is swept with its bytes.
create table stored_file (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  path text not null unique,
  file_name text not null check (file_name <> ''),
  media_type text not null,
  size bigint not null check (size >= 0),
  sha256 bytea not null,
  purpose text not null check (purpose in ('avatar', 'logo', 'manual', 'feedback', 'mail', 'export')),
  created_by bigint not null default app.user_id(),
  created_at timestamptz not null,
  kept_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id)
);
comment on column stored_file.kept_at is 'When something began to refer to it; null means an upload that nobody used yet.';
create index stored_file_unused on stored_file (tenant_id, created_at) where kept_at is null;
call app.isolate('stored_file');

-- Signs the short-lived links to files; every process reads the same one.
create table signing_key (
  id smallint primary key default 1 check (id = 1),
  key bytea not null
);
insert into signing_key (key)
  select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
