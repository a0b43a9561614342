-- Background work: the queue of jobs, and the imports and exports that people start.

-- Background work of every kind (server/src/kernel/queue.ts). A job is removed in the transaction that records its
-- effects, so they happen exactly once. The table is not isolated by company, because a process must find waiting jobs
-- before it acts for their company; a payload therefore holds ids only.
create table job (
  id bigint generated always as identity primary key,
  tenant int not null,
  kind text not null,
  key text,
  payload jsonb not null,
  due_at timestamptz not null,
  next_at timestamptz,
  attempts int not null default 0,
  lease uuid,
  reason text,
  given_up_at timestamptz,
  check (given_up_at is null or (next_at is null and lease is null))
);
comment on column job.tenant is '0 for work of no company.';
comment on column job.key is 'Jobs of one company, kind and key run one after the other, in the order of their ids.';
comment on column job.next_at is 'When the job can be claimed: its due time, the end of its back-off, or the end of its lease. Null while it waits for an earlier job of its key, and once it is given up.';
comment on column job.attempts is 'Counted when an attempt begins.';
comment on column job.lease is 'The current attempt, which alone may complete the job.';
comment on column job.reason is 'Why the last attempt failed.';
create index job_next on job (kind, tenant, next_at, id) where next_at is not null;
create index job_next_at on job (next_at) where next_at is not null;
create index job_key on job (tenant, kind, key, id) where key is not null and given_up_at is null;
create index job_given_up on job (given_up_at) where given_up_at is not null;

-- Held until the end of a transaction that adds a job with a key or ends one, so that ids follow the order of commits
-- and each of the two sees the other.
create function app.lock_job_key(p_tenant int, p_kind text, p_key text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('job'), hashtext(concat_ws(' ', p_tenant, p_kind, p_key)))
$$;

create function app.enqueue_job(p_kind text, p_payload jsonb, p_key text, p_due timestamptz, p_tenant int)
returns bigint language plpgsql as $$
declare
  v_id bigint;
  v_behind boolean := false;
begin
  if p_key is not null then
    perform app.lock_job_key(p_tenant, p_kind, p_key);
    v_behind := exists (
      select from job where tenant = p_tenant and kind = p_kind and key = p_key and given_up_at is null);
  end if;
  insert into job (tenant, kind, key, payload, due_at, next_at)
    values (p_tenant, p_kind, p_key, p_payload, p_due, case when not v_behind then p_due end)
    returning id into v_id;
  return v_id;
end
$$;

-- When a job with a key ends, the next one of the key can be claimed.
create function app.release_job_key() returns trigger language plpgsql as $$
begin
  perform app.lock_job_key(old.tenant, old.kind, old.key);
  update job set next_at = due_at
    where next_at is null and id = (
      select id from job where tenant = old.tenant and kind = old.kind and key = old.key and given_up_at is null
      order by id limit 1);
  return null;
end
$$;
create trigger job_ended after delete or update of given_up_at on job for each row
  when (old.key is not null) execute function app.release_job_key();

-- Wakes every process that listens; PostgreSQL sends one notice for each transaction.
create function app.announce_job() returns trigger language plpgsql as $$
begin
  notify job;
  return null;
end
$$;
create trigger job_announced after insert or update of next_at on job for each row
  when (new.next_at is not null and new.lease is null) execute function app.announce_job();

-- Claims due jobs and returns them in the order in which they were chosen: of each kind at most `p_free`, one of each
-- company in turn, beginning after the company `p_served`. The lease ends after `p_lease` unless it is renewed.
-- Sequential scans are off because the table is mostly empty when the plan is made.
create function app.claim_jobs(p_kinds text[], p_free int[], p_served int[], p_lease interval)
returns setof job language sql volatile set enable_seqscan to off as $$
  with recursive company (kind, free, served, tenant) as (
    select l.kind, l.free, l.served,
        (select min(j.tenant) from job j where j.kind = l.kind and j.next_at is not null)
      from unnest(p_kinds, p_free, p_served) as l (kind, free, served)
    union all
    select c.kind, c.free, c.served,
        (select min(j.tenant) from job j where j.kind = c.kind and j.tenant > c.tenant and j.next_at is not null)
      from company c where c.tenant is not null
  ), due as (
    select c.kind, c.free, c.served, c.tenant, j.id,
        row_number() over (partition by c.kind, c.tenant order by j.next_at, j.id) as turn
      from company c cross join lateral (
        select id, next_at from job where kind = c.kind and tenant = c.tenant and next_at <= now()
        order by next_at, id limit c.free for update skip locked) j
  ), placed as (
    select id, free, row_number() over (partition by kind order by turn, tenant <= served, tenant) as place from due
  ), claimed as (
    update job j set lease = gen_random_uuid(), next_at = clock_timestamp() + p_lease, attempts = j.attempts + 1
      from placed p where p.id = j.id and p.place <= p.free
      returning j as job, p.place
  )
  select (job).* from claimed order by place
$$;

-- The sweep of the file storage, which adds itself again each time.
insert into job (tenant, kind, payload, due_at, next_at)
  values (0, 'sweep', '{"stage": "bytes", "after": ""}', now() + interval '1 hour', now() + interval '1 hour');

-- One uploaded file on its way through check and import. The rows are inserted in one transaction, so a killed process
-- leaves nothing behind and the job starts over.
create table data_import (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  -- The contract alone says which kinds there are.
  kind text not null check (kind ~ '^[A-Za-z]+$'),
  file_name text not null,
  file bytea,
  department_id bigint not null,
  state text not null check (state in ('checked', 'importing', 'done', 'failed')),
  row_count int not null,
  done_count int not null default 0,
  report jsonb not null,
  result jsonb,
  error text,
  created_by bigint not null default app.user_id(),
  created_at timestamptz not null,
  updates boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  check (file is not null or state = 'done')
);
comment on column data_import.file is 'Given up once its rows are in.';
comment on column data_import.updates is 'Rows that are there already take the file''s values.';
call app.isolate('data_import');

-- A file that somebody asked for. Every attempt reads the data again, so a killed process leaves nothing behind and the
-- job starts over.
create table export_job (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  -- The contract alone says which kinds there are.
  kind text not null check (kind ~ '^[A-Za-z]+$'),
  format text not null check (format in ('xlsx', 'csv')),
  title text not null check (title <> ''),
  conditions text not null,
  query json not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
  turn bigint,
  attempts int not null default 0,
  row_count int,
  done_count int not null default 0,
  file_path text references stored_file (path),
  size bigint,
  error text,
  created_by bigint not null default app.user_id(),
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  scope jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  check ((state in ('waiting', 'running')) = (turn is not null)),
  check ((state = 'done') = (file_path is not null))
);
comment on column export_job.conditions is 'The filters in words, as the person saw them.';
comment on column export_job.query is 'The filters as the kind of export takes them.';
comment on column export_job.turn is 'Its place in the queue, the id of its job; another number is another try that somebody asked for.';
comment on column export_job.row_count is 'Exact, once it is known how many there are.';
comment on column export_job.scope is
  'Whose data the finished file holds: hasAllData, orgCode, relatedPsas of the person when it was made.';
create index export_job_of_person on export_job (tenant_id, created_by, id desc);
create index export_job_expiry on export_job (tenant_id, expires_at) where state = 'done';
call app.isolate('export_job');
