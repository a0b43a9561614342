-- Claims of background jobs lock only what they take, and cost the same however many jobs wait.
--
-- Before, a claim locked as many jobs of each company as it had room for, and so hid most due jobs from other processes
-- that looked at the same time. The planner knows the table as empty, which it mostly is: the plan of PostgreSQL 15 then
-- read nearly all waiting jobs.
--
-- Now jobs are chosen without locks, and locked in the order of their turn until there is room for no more. More are
-- chosen than there is room for, so that some are left if another process takes the first ones: of a single company 32
-- more. A job that another process claimed in between is no longer due, which its lock shows. The settings leave the
-- planner one way: along job_next, and from chosen ids to the rows.
create or replace function app.claim_jobs(p_kinds text[], p_free int[], p_served int[], p_lease interval)
returns setof job language plpgsql volatile
  set enable_seqscan to off set enable_bitmapscan to off set enable_sort to off set enable_hashjoin to off
  set enable_mergejoin to off set lock_timeout to '10s' as $$
begin
  return query with recursive company (kind, free, served, tenant) as (
    select l.kind, l.free, l.served, (
        select tenant from job where kind = l.kind and next_at is not null order by kind, tenant, next_at, id limit 1)
      from unnest(p_kinds, p_free, p_served) as l (kind, free, served)
    union all
    select c.kind, c.free, c.served, (
        select tenant from job where kind = c.kind and tenant > c.tenant and next_at is not null
        order by kind, tenant, next_at, id limit 1)
      from company c where c.tenant is not null
  ), waiting as (
    select c.*, count(*) over (partition by c.kind) as companies from company c
    where (
      select next_at from job where kind = c.kind and tenant = c.tenant and next_at is not null
      order by kind, tenant, next_at, id limit 1) <= now()
  ), due as (
    select c.kind, j.id, row_number() over (partition by c.kind order by j.turn, c.tenant <= c.served, c.tenant) as place
      from waiting c cross join lateral (
        select id, row_number() over (order by kind, tenant, next_at, id) as turn from job
        where kind = c.kind and tenant = c.tenant and next_at <= now()
        order by kind, tenant, next_at, id limit c.free + 32 / c.companies) j
  ), locked as materialized (
    select j.id, j.place from unnest(p_kinds, p_free) as l (kind, free) cross join lateral (
      select d.id, d.place from (select * from due where due.kind = l.kind order by place) d
        cross join lateral (
          select from job where id = d.id and coalesce(next_at, 'infinity') <= now() for update skip locked) held
      order by d.place limit l.free) j
  ), claimed as (
    update job j set lease = gen_random_uuid(), next_at = clock_timestamp() + p_lease, attempts = j.attempts + 1
      where j.id = any (array(select id from locked))
      returning j as job, (select l.place from locked l where l.id = j.id) as place
  )
  select (claimed.job).* from claimed order by claimed.place;
end
$$;
