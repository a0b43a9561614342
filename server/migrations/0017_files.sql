-- The bytes of files, once for each company: files of the same content share a row. `path` is where they lie in the
-- storage; bytes that no row names are swept.
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

alter table stored_file
  add column blob_path text,
  add column frame_path text,
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column taken_time timestamp,
  add check ((latitude is null) = (longitude is null)),
  drop constraint stored_file_purpose_check,
  add constraint stored_file_purpose_check check (purpose in (
    'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture'));

-- The files that are there already.
do $$
declare
  v_tenant int;
begin
  for v_tenant in select id from tenant loop
    perform set_config('app.tenant', v_tenant::text, true);
    insert into file_blob (tenant_id, path, sha256, size, media_type, used_at)
      select distinct on (sha256, size) tenant_id, path, sha256, size, media_type, created_at
      from stored_file where tenant_id = v_tenant order by sha256, size, id;
    update stored_file f set blob_path = b.path
      from file_blob b
      where f.tenant_id = v_tenant and b.tenant_id = v_tenant and b.sha256 = f.sha256 and b.size = f.size;
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;
alter table stored_file
  alter column blob_path set not null,
  add foreign key (tenant_id, blob_path) references file_blob (tenant_id, path) on update cascade,
  add foreign key (tenant_id, frame_path) references file_blob (tenant_id, path) on update cascade;
create index stored_file_blob on stored_file (tenant_id, blob_path);
create index stored_file_frame on stored_file (tenant_id, frame_path) where frame_path is not null;
-- One person's uploads that nothing uses yet are counted before each further one.
create index stored_file_unused_of_person on stored_file (tenant_id, created_by) include (size) where kept_at is null;
comment on column stored_file.blob_path is 'The bytes.';
comment on column stored_file.frame_path is 'A film''s first frame as its sender drew it.';
comment on column stored_file.taken_time is 'By the clock of the camera; kept, like the place, only where the sender asked for it.';

-- How much the companies store, kept by every change of file_blob, so that a quota costs no sum.
create table file_usage (
  tenant_id int not null default app.tenant_id() references tenant,
  bytes bigint not null check (bytes >= 0),
  primary key (tenant_id)
);
call app.isolate('file_usage');
do $$
declare
  v_tenant int;
begin
  for v_tenant in select id from tenant loop
    perform set_config('app.tenant', v_tenant::text, true);
    insert into file_usage (tenant_id, bytes)
      select tenant_id, sum(size) from file_blob where tenant_id = v_tenant group by tenant_id;
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;

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

-- Blobs whose smaller pictures are still to be made, for every process to see before it acts for a company. Whoever
-- takes one puts `due_at` off, so that it is free again when the process dies; one begun too often is given up.
create table file_preview_waiting (
  turn bigint generated always as identity primary key,
  tenant int not null,
  path text not null,
  attempts int not null default 0,
  due_at timestamptz not null default now()
);
create index file_preview_due on file_preview_waiting (due_at, turn);

-- Papers that a company hands out: templates to fill in, and the operation manual.
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

-- Every file that a paper has been, the newest with the paper's own version.
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
