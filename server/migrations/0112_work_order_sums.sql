-- Sums over work orders that stay exact without reading the orders. Writers only append deltas, so that they never wait
-- for a row; the background folds the deltas in. A total is the sum of both, exact at any moment.

-- How many orders each station has in each state.
create table work_order_count (
  tenant_id int not null default app.tenant_id() references tenant,
  flow_sts smallint not null,
  station_id bigint not null,
  n bigint not null,
  primary key (tenant_id, flow_sts, station_id) include (n)
);
call app.isolate('work_order_count');

create table work_order_count_delta (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  flow_sts smallint not null,
  station_id bigint not null,
  n bigint not null,
  primary key (tenant_id, id)
);
call app.isolate('work_order_count_delta');

create function app.count_new_work_orders() returns trigger language plpgsql as $$
begin
  insert into work_order_count_delta (tenant_id, flow_sts, station_id, n)
    select tenant_id, flow_sts, station_id, count(*) from added group by tenant_id, flow_sts, station_id;
  return null;
end
$$;
create trigger work_order_counted_insert after insert on work_order
  referencing new table as added for each statement execute function app.count_new_work_orders();

create function app.recount_work_order() returns trigger language plpgsql as $$
begin
  insert into work_order_count_delta (tenant_id, flow_sts, station_id, n)
    values (old.tenant_id, old.flow_sts, old.station_id, -1);
  if tg_op = 'UPDATE' then
    insert into work_order_count_delta (tenant_id, flow_sts, station_id, n)
      values (new.tenant_id, new.flow_sts, new.station_id, 1);
  end if;
  return null;
end
$$;
create trigger work_order_counted_update after update on work_order for each row
  when (old.flow_sts <> new.flow_sts or old.station_id <> new.station_id)
  execute function app.recount_work_order();
create trigger work_order_counted_delete after delete on work_order
  for each row execute function app.recount_work_order();

-- Folds the deltas of every company in one transaction; returns how many rows it folded. Of several processes one folds
-- at a time.
create function app.fold_work_order_counts() returns bigint language plpgsql as $$
declare
  v_tenant int;
  v_rows bigint;
  v_total bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_work_order_counts')) then
    return 0;
  end if;
  for v_tenant in select id from tenant loop
    perform set_config('app.tenant', v_tenant::text, true);
    with taken as (
      delete from work_order_count_delta where tenant_id = v_tenant returning flow_sts, station_id, n
    ), summed as (
      select flow_sts, station_id, sum(n)::bigint as n, count(*) as rows from taken group by flow_sts, station_id
    ), folded as (
      insert into work_order_count as c (tenant_id, flow_sts, station_id, n)
        select v_tenant, flow_sts, station_id, n from summed
        on conflict (tenant_id, flow_sts, station_id) do update set n = c.n + excluded.n
    )
    select coalesce(sum(rows), 0)::bigint into v_rows from summed;
    v_total := v_total + v_rows;
  end loop;
  perform set_config('app.tenant', '', true);
  return v_total;
end
$$;

-- What happened on each day in each place: orders that came in, were accepted or terminated, and how long the accepted
-- ones took. The place is the order's own copy, so that data scope reads it without a join.
create table work_order_day (
  tenant_id int not null default app.tenant_id() references tenant,
  day date not null,
  dep_code text not null,
  psa_id bigint not null,
  created bigint not null,
  finished bigint not null,
  terminated bigint not null,
  timed bigint not null,
  respond_ms bigint not null,
  repair_ms bigint not null,
  accept_ms bigint not null,
  primary key (tenant_id, day, dep_code, psa_id)
);
comment on table work_order_day is 'Days of the tenant''s time zone, which stays what it was when the tenant was made.';
comment on column work_order_day.timed is 'Accepted orders that went through every step; the sums of milliseconds are theirs.';
call app.isolate('work_order_day');

create table work_order_day_delta (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  day date not null,
  dep_code text not null,
  psa_id bigint not null,
  created bigint not null,
  finished bigint not null,
  terminated bigint not null,
  timed bigint not null,
  respond_ms bigint not null,
  repair_ms bigint not null,
  accept_ms bigint not null,
  primary key (tenant_id, id)
);
call app.isolate('work_order_day_delta');

create function app.milliseconds_between(p_from timestamptz, p_to timestamptz) returns bigint
  language sql immutable parallel safe
  return greatest(0, round(extract(epoch from p_to - p_from) * 1000))::bigint;

-- What one order adds to its days: one row for the day it came in, one for the day it was closed.
create function app.days_of_work_order(
  p_zone text, p_created timestamptz, p_flow_sts smallint, p_other_sts smallint, p_taken timestamptz,
  p_submitted timestamptz, p_closed timestamptz
) returns table (
  day date, created bigint, finished bigint, terminated bigint, timed bigint, respond_ms bigint, repair_ms bigint,
  accept_ms bigint
) language sql stable parallel safe
begin atomic
  select (p_created at time zone p_zone)::date, 1::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
    0::bigint
  union all
  select (p_closed at time zone p_zone)::date, 0, (p_flow_sts = 4)::int, (p_flow_sts = 5)::int, timed::int,
    case when timed then app.milliseconds_between(p_created, p_taken) else 0 end,
    case when timed then app.milliseconds_between(p_taken, p_submitted) else 0 end,
    case when timed then app.milliseconds_between(p_submitted, p_closed) else 0 end
  from (
    select p_flow_sts = 4 and p_other_sts <> 0 and p_taken is not null and p_submitted is not null as timed
  ) steps
  where p_flow_sts >= 4 and p_closed is not null;
end;

create function app.add_days_of_new_work_orders() returns trigger language plpgsql as $$
begin
  insert into work_order_day_delta (
    tenant_id, day, dep_code, psa_id, created, finished, terminated, timed, respond_ms, repair_ms, accept_ms
  )
    select o.tenant_id, f.day, o.dep_code, o.psa_id, sum(f.created), sum(f.finished), sum(f.terminated), sum(f.timed),
      sum(f.respond_ms), sum(f.repair_ms), sum(f.accept_ms)
    from added o
      join tenant t on t.id = o.tenant_id,
      app.days_of_work_order(
        t.time_zone, o.created_at, o.flow_sts, o.other_sts, o.real_start_time, o.submit_time, o.flow_end_time
      ) f
    group by o.tenant_id, f.day, o.dep_code, o.psa_id;
  return null;
end
$$;
create trigger work_order_days_insert after insert on work_order
  referencing new table as added for each statement execute function app.add_days_of_new_work_orders();

create function app.correct_days_of_work_order() returns trigger language plpgsql as $$
declare
  v_zone text;
begin
  select time_zone into strict v_zone from tenant where id = old.tenant_id;
  insert into work_order_day_delta (
    tenant_id, day, dep_code, psa_id, created, finished, terminated, timed, respond_ms, repair_ms, accept_ms
  )
    select old.tenant_id, day, dep_code, psa_id, sum(sign * created), sum(sign * finished), sum(sign * terminated),
      sum(sign * timed), sum(sign * respond_ms), sum(sign * repair_ms), sum(sign * accept_ms)
    from (
      select -1 as sign, old.dep_code, old.psa_id, was.*
      from app.days_of_work_order(
        v_zone, old.created_at, old.flow_sts, old.other_sts, old.real_start_time, old.submit_time, old.flow_end_time
      ) was
      union all
      select 1, new.dep_code, new.psa_id, is_now.*
      from app.days_of_work_order(
        v_zone, new.created_at, new.flow_sts, new.other_sts, new.real_start_time, new.submit_time, new.flow_end_time
      ) is_now
      where tg_op = 'UPDATE'
    ) facts
    group by day, dep_code, psa_id
    having (
      sum(sign * created), sum(sign * finished), sum(sign * terminated), sum(sign * timed), sum(sign * respond_ms),
      sum(sign * repair_ms), sum(sign * accept_ms)
    ) <> (0, 0, 0, 0, 0, 0, 0);
  return null;
end
$$;
create trigger work_order_days_update after update on work_order for each row
  when (
    old.flow_sts >= 4 or new.flow_sts >= 4 or old.created_at <> new.created_at or old.dep_code <> new.dep_code
    or old.psa_id <> new.psa_id
  )
  execute function app.correct_days_of_work_order();
create trigger work_order_days_delete after delete on work_order
  for each row execute function app.correct_days_of_work_order();

-- Folds the deltas of every company in one transaction. Of several processes one folds at a time.
create function app.fold_work_order_days() returns void language plpgsql as $$
declare
  v_tenant int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_work_order_days')) then
    return;
  end if;
  for v_tenant in select id from tenant loop
    perform set_config('app.tenant', v_tenant::text, true);
    with taken as (
      delete from work_order_day_delta where tenant_id = v_tenant returning *
    )
    insert into work_order_day as d (
      tenant_id, day, dep_code, psa_id, created, finished, terminated, timed, respond_ms, repair_ms, accept_ms
    )
      select v_tenant, day, dep_code, psa_id, sum(created), sum(finished), sum(terminated), sum(timed),
        sum(respond_ms), sum(repair_ms), sum(accept_ms)
      from taken group by day, dep_code, psa_id
      on conflict (tenant_id, day, dep_code, psa_id) do update set
        created = d.created + excluded.created, finished = d.finished + excluded.finished,
        terminated = d.terminated + excluded.terminated, timed = d.timed + excluded.timed,
        respond_ms = d.respond_ms + excluded.respond_ms, repair_ms = d.repair_ms + excluded.repair_ms,
        accept_ms = d.accept_ms + excluded.accept_ms;
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;
