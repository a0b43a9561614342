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
-- company in turn, beginning after the company `p_served`. The lease ends after `p_lease` unless it is renewed. Sequential scans are off because the table is mostly
-- empty when the plan is made.
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

-- What waited in the queues of single kinds.
insert into job (id, tenant, kind, key, payload, due_at, next_at, attempts) overriding system value
  select turn, tenant, 'export', 'user ' || user_id, jsonb_build_object('userId', user_id::text), now(),
      case when turn = min(turn) over (partition by tenant, user_id) then now() end, 0
    from export_waiting order by turn;
select setval(pg_get_serial_sequence('job', 'id'), greatest(max(turn), 1)) from export_waiting;
insert into job (tenant, kind, payload, due_at, next_at, attempts)
  select tenant, 'import', jsonb_build_object('importId', import_id::text, 'userId', user_id::text), now(), now(), attempts
    from data_import_waiting order by import_id;
insert into job (tenant, kind, payload, due_at, next_at, attempts)
  select tenant, 'preview', jsonb_build_object('path', path), due_at, due_at, attempts
    from file_preview_waiting order by turn;
insert into job (tenant, kind, payload, due_at, next_at, attempts)
  select coalesce(tenant, 0), 'sms', jsonb_build_object('id', id::text), next_try_at, next_try_at, tries
    from sms_message where state = 'waiting' order by id;
insert into job (tenant, kind, payload, due_at, next_at)
  select 0, 'sweep', jsonb_build_object('stage', stage, 'after', after), due_at, due_at from storage_sweep;
drop table export_waiting, data_import_waiting, file_preview_waiting, storage_sweep;
alter table sms_message drop column next_try_at;
comment on column export_job.turn is 'Its place in the queue, the id of its job; another number is another try that somebody asked for.';
