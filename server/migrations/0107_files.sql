-- Files: their content, once for each company, and who uses them.

-- The content of files; files of the same content share a row. `path` is where it is in the storage; content that no
-- row refers to is removed.
create table file_blob (
  tenant_id int not null default app.tenant_id() references tenant,
  path text not null unique,
  sha256 bytea not null,
  size bigint not null check (size >= 0),
  media_type text not null,
  width int check (width > 0),
  height int check (height > 0),
  preview text not null default 'none' check (preview in ('none', 'waiting', 'done')),
  thumbnail_path text,
  preview_path text,
  used_at timestamptz not null,
  primary key (tenant_id, path),
  unique (tenant_id, sha256, size),
  check ((preview = 'done') = (thumbnail_path is not null)),
  check ((preview = 'done') = (preview_path is not null))
);
comment on column file_blob.width is 'Of a picture as it is shown, in pixels; so is height.';
comment on column file_blob.preview is 'Whether smaller pictures of it exist, or are to be made.';
comment on column file_blob.used_at is 'When a file of it was last added: what was used a moment ago is not swept.';
create index file_blob_thumbnail on file_blob (thumbnail_path) where thumbnail_path is not null;
create index file_blob_preview on file_blob (preview_path) where preview_path is not null;
call app.isolate('file_blob');

-- How many bytes each company stores, updated by every change of file_blob, so that a quota needs no sum.
create table file_usage (
  tenant_id int not null default app.tenant_id() references tenant,
  bytes bigint not null check (bytes >= 0),
  primary key (tenant_id)
);
call app.isolate('file_usage');

create function app.count_file_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into file_usage (tenant_id, bytes) select tenant_id, sum(size) from changed group by tenant_id
      on conflict (tenant_id) do update set bytes = file_usage.bytes + excluded.bytes;
  else
    update file_usage u set bytes = u.bytes - c.bytes
      from (select tenant_id, sum(size) as bytes from changed group by tenant_id) c where u.tenant_id = c.tenant_id;
  end if;
  return null;
end
$$;
create trigger file_usage_added after insert on file_blob
  referencing new table as changed for each statement execute function app.count_file_usage();
create trigger file_usage_removed after delete on file_blob
  referencing old table as changed for each statement execute function app.count_file_usage();

-- Files that people uploaded or that the product made. `path` cannot be guessed; a row that nothing refers to is
-- removed, and then its content. The purpose `general` is of uploads that do not name one: what uses one sets it.
create table stored_file (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  path text not null unique,
  file_name text not null check (file_name <> ''),
  media_type text not null,
  size bigint not null check (size >= 0),
  sha256 bytea not null,
  purpose text not null check (purpose in (
    'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
    'general')),
  created_by bigint not null default app.user_id(),
  created_at timestamptz not null,
  kept_at timestamptz,
  blob_path text not null,
  frame_path text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  taken_time timestamp,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  foreign key (tenant_id, blob_path) references file_blob (tenant_id, path) on update cascade,
  foreign key (tenant_id, frame_path) references file_blob (tenant_id, path) on update cascade,
  check ((latitude is null) = (longitude is null))
);
comment on column stored_file.kept_at is 'When something began to refer to it; null means an upload that nobody used yet.';
comment on column stored_file.blob_path is 'The bytes.';
comment on column stored_file.frame_path is 'A film''s first frame as its sender drew it.';
comment on column stored_file.taken_time is 'By the clock of the camera; kept, like the place, only where the sender asked for it.';
create index stored_file_unused on stored_file (tenant_id, created_at) where kept_at is null;
-- The uploads of one person that nothing uses yet are counted before each further one.
create index stored_file_unused_of_person on stored_file (tenant_id, created_by) include (size) where kept_at is null;
create index stored_file_blob on stored_file (tenant_id, blob_path);
create index stored_file_frame on stored_file (tenant_id, frame_path) where frame_path is not null;
call app.isolate('stored_file');

-- Signs the short-lived links to files; every process reads the same key.
create table signing_key (
  id smallint primary key default 1 check (id = 1),
  key bytea not null
);
insert into signing_key (key)
  select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));

-- The id of this database, for the folder or bucket of its files: those belong to one database only.
create table storage_owner (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid()
);
comment on table storage_owner is 'Made once; a marker in the storage names it, with where this database lies.';
insert into storage_owner default values;

-- Documents that a company hands out: templates to fill in, and the operation manual.
create table template (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  kind text not null check (kind in ('template', 'manual')),
  name text not null check (name <> ''),
  remark text not null default '',
  version int not null default 1 check (version > 0),
  updated_at timestamptz not null,
  updated_by bigint not null default app.user_id(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
comment on column template.updated_by is 'Who changed it last; of one that is deleted, who deleted it.';
create unique index template_name on template (tenant_id, kind, lower(name)) where deleted_at is null;
create unique index template_manual on template (tenant_id) where kind = 'manual' and deleted_at is null;
create index template_newest on template (tenant_id, kind, updated_at desc, id desc) where deleted_at is null;
call app.isolate('template');

-- Every file that a document has had; the newest has the document's own version.
create table template_version (
  tenant_id int not null default app.tenant_id() references tenant,
  template_id bigint not null,
  version int not null,
  file_path text references stored_file (path),
  file_name text not null,
  size bigint not null,
  created_at timestamptz not null,
  created_by bigint not null default app.user_id(),
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references template (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id)
);
comment on column template_version.file_path is 'Null once the paper is deleted: its files go, the record of them stays.';
create index template_version_file on template_version (file_path);
call app.isolate('template_version');
