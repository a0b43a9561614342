-- Where the instance of a candidate is, so that lists read what is offered within the reader's reach, and not what waits
-- for the same role elsewhere.
alter table process_candidate add column dep_code text collate "C" not null default '', add column psa_id bigint;
do $$
declare
  v_tenant int;
begin
  for v_tenant in select id from tenant loop
    perform set_config('app.tenant', v_tenant::text, true);
    update process_candidate c set dep_code = i.dep_code, psa_id = i.psa_id from process_instance i
      where c.open and i.tenant_id = v_tenant and i.id = c.instance_id;
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;
alter table process_candidate alter column dep_code drop default;
drop index process_candidate_open;
create index process_candidate_open on process_candidate (tenant_id, kind, ref, dep_code text_pattern_ops) where open;
create index process_candidate_area on process_candidate (tenant_id, kind, ref, psa_id) where open and psa_id is not null;

create function app.instance_carries_candidates() returns trigger language plpgsql as $$
begin
  update process_candidate set dep_code = new.dep_code, psa_id = new.psa_id
    where tenant_id = new.tenant_id and instance_id = new.id and open;
  return null;
end
$$;
create trigger process_instance_carries_candidates after update on process_instance
  for each row when ((old.dep_code, old.psa_id) is distinct from (new.dep_code, new.psa_id))
  execute function app.instance_carries_candidates();
