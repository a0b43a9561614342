-- Who this database is, for the folder or bucket that keeps its files: they belong to one database alone.
create table storage_owner (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid()
);
insert into storage_owner default values;
comment on table storage_owner is 'Made once; a marker in the storage names it, with where this database lies.';

-- Where the sweep of the storage stands. Whoever takes its turn puts due_at off, so that it is free again when the
-- process dies, and goes on where it stood.
create table storage_sweep (
  one boolean primary key default true check (one),
  stage text not null default 'bytes' check (stage in ('bytes', 'bin', 'rows')),
  after text not null default '',
  due_at timestamptz not null default now() + interval '1 hour'
);
insert into storage_sweep default values;
comment on column storage_sweep.after is 'The last path, or in the stage of rows the last company, that was dealt with.';
