-- What the operator sees of the health of the platform (docs/decisions/0096-companies-of-the-platform.md): a row of each
-- server process, which it renews every fifteen seconds, and figures that only the owner of the tables can read.
create table server_process (
  id uuid primary key,
  host text not null,
  pid int not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  loop_delay_ms real not null,
  memory_share real not null,
  memory_mb int not null,
  failures int not null,
  disk_free bigint,
  disk_total bigint
);
comment on column server_process.loop_delay_ms is 'The longest of 100 delays of the event loop since the row was renewed before.';
comment on column server_process.memory_share is 'Of the heap that Node allows.';
comment on column server_process.failures is 'Unexpected errors within the last hour.';
comment on column server_process.disk_free is 'Bytes of the disk with the files; null for an S3 bucket.';

create function app.require_health() returns void language plpgsql stable as $$
begin
  if not app.in_operator_company() or not app.is_granted(app.user_id(), 'health:view') then
    raise exception 'only the operator of the platform does this' using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- How many migrations the database has, and the last one.
create function app.migration_state() returns table (number int, last text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform app.require_health();
  return query select count(*)::int, max(name)::text from schema_migration;
end
$$;

-- Of each company how long its audit log is, what waits to be sealed, and what its last verification found.
create function app.audit_states() returns table (
  company text, entries bigint, pending bigint, state text, checked_at timestamptz, broken bigint
) language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_operator text := app.tenant_id();
  v_tenant tenant;
begin
  perform app.require_health();
  for v_tenant in select * from tenant order by id loop
    perform set_config('app.tenant', v_tenant.id::text, true);
    company := v_tenant.name;
    entries := coalesce((select h.number from audit_head h where h.tenant_id = v_tenant.id), 0);
    pending := (select count(*) from audit_pending p where p.tenant = v_tenant.id);
    state := null;
    checked_at := null;
    broken := null;
    select c.state, coalesce(c.finished_at, c.asked_at), c.broken_number into state, checked_at, broken
      from audit_check c where c.tenant_id = v_tenant.id order by c.id desc limit 1;
    return next;
  end loop;
  perform set_config('app.tenant', v_operator, true);
end
$$;
