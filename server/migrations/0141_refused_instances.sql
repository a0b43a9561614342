-- A process that a refusal ended is refused, and not completed like an approved one.
alter table process_instance drop constraint process_instance_status_check;
alter table process_instance add constraint process_instance_status_check
  check (status in ('running', 'completed', 'refused', 'voided', 'withdrawn'));
alter table oa_request drop constraint oa_request_status_check;
alter table oa_request add constraint oa_request_status_check
  check (status in ('running', 'completed', 'refused', 'voided', 'withdrawn'));

-- Those that have ended already: the last step that somebody completed in them was refused. Orders have no such end.
-- The change is one of words: nothing happened to them now, so that their history says nothing about it.
alter table process_instance disable trigger process_instance_state;
do $$
declare
  v_tenant int;
begin
  for v_tenant in select id from tenant loop
    perform set_config('app.tenant', v_tenant::text, true);
    update process_instance i set status = 'refused'
      where i.tenant_id = v_tenant and i.status = 'completed' and i.business_type <> 'workOrder' and 'reject' = (
        select e.outcome from process_event e
        where e.tenant_id = v_tenant and e.instance_id = i.id and e.kind = 'complete' order by e.seq desc limit 1);
    update oa_request r set status = 'refused' from process_instance i
      where r.tenant_id = v_tenant and i.tenant_id = v_tenant and i.id = r.instance_id and i.status = 'refused';
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;
alter table process_instance enable trigger process_instance_state;
