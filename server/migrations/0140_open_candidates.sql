-- The variables with which a called process began: its caller gets back what it changed, not what it was given, which
-- may have changed there meanwhile.
alter table process_instance add column given jsonb;

-- Whether its task is open: lists look for that, and must not read what everybody could once have taken.
alter table process_candidate add column open boolean not null default true;
drop index process_candidate_ref;
create index process_candidate_open on process_candidate (tenant_id, kind, ref) where open;
do $$
declare
  v_tenant int;
begin
  for v_tenant in select id from tenant loop
    perform set_config('app.tenant', v_tenant::text, true);
    update process_candidate c set open = false from process_task t
      where t.tenant_id = v_tenant and t.instance_id = c.instance_id and t.id = c.task_id and t.closed_at is not null;
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;
