alter table export_job add column scope jsonb;
comment on column export_job.scope is
  'Whose data the finished file holds: hasAllData, orgCode, relatedPsas of the person when it was made.';

-- The same search within the caller's scope: departments from p_from up to, without, p_before and the projects p_psas;
-- p_from null is the whole company. Whoever sees few orders has them all looked through, so that what happens elsewhere
-- takes no part in the time either; with more the words are looked up first, and those of others are dropped unread but
-- for their place (docs/decisions/0020-what-refusals-tell.md has the figures).
drop function app.search_work_orders(text);
create function app.search_work_orders(p_keyword text, p_from text, p_before text, p_psas bigint[])
  returns table (
    tenant_id int, id bigint, work_code text, station_id bigint, psa_id bigint, dep_code text, task_type smallint,
    flow_sts smallint, liable_user_id bigint, assist_user_ids bigint[], plan_start_time timestamptz,
    plan_end_time timestamptz, open_loss numeric, created_at timestamptz
  )
  language plpgsql stable rows 1000 security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  c_few constant int := 2000;
  v_tenant int := app.tenant_id();
  v_keyword text := lower(p_keyword);
  v_stations bigint[] := array(select s.id from station s where s.tenant_id = v_tenant and s.psa_id = any(p_psas));
  v_own int;
begin
  if p_from is not null then
    select count(*) into v_own from (
      (select from work_order o
        where o.tenant_id = v_tenant and o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before limit c_few + 1)
      union all
      (select from work_order o where o.tenant_id = v_tenant and o.station_id = any(v_stations) limit c_few + 1)) own;
    if v_own <= c_few then
      return query
        select o.tenant_id, o.id, o.work_code, o.station_id, o.psa_id, o.dep_code, o.task_type, o.flow_sts,
          o.liable_user_id, o.assist_user_ids, o.plan_start_time, o.plan_end_time, o.open_loss, o.created_at
        from work_order o
        where o.tenant_id = v_tenant and o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before
          and strpos(lower(o.task_description), v_keyword) > 0
        union all
        select o.tenant_id, o.id, o.work_code, o.station_id, o.psa_id, o.dep_code, o.task_type, o.flow_sts,
          o.liable_user_id, o.assist_user_ids, o.plan_start_time, o.plan_end_time, o.open_loss, o.created_at
        from work_order o
        where o.tenant_id = v_tenant and o.station_id = any(v_stations)
          and not (o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before)
          and strpos(lower(o.task_description), v_keyword) > 0;
      return;
    end if;
  end if;
  if length(v_keyword) < 2 then
    return query
      select o.tenant_id, o.id, o.work_code, o.station_id, o.psa_id, o.dep_code, o.task_type, o.flow_sts,
        o.liable_user_id, o.assist_user_ids, o.plan_start_time, o.plan_end_time, o.open_loss, o.created_at
      from work_order o
      where o.tenant_id = v_tenant
        and (p_from is null or (o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before) or o.station_id = any(v_stations))
        and strpos(lower(o.task_description), v_keyword) > 0;
  else
    return query
      select o.tenant_id, o.id, o.work_code, o.station_id, o.psa_id, o.dep_code, o.task_type, o.flow_sts,
        o.liable_user_id, o.assist_user_ids, o.plan_start_time, o.plan_end_time, o.open_loss, o.created_at
      from work_order o
      where app.bigrams(o.tenant_id, o.task_description) @> app.bigrams(v_tenant, v_keyword)
        and o.tenant_id = v_tenant
        and (p_from is null or (o.dep_code ~>=~ p_from and o.dep_code ~<~ p_before) or o.station_id = any(v_stations))
        and strpos(lower(o.task_description), v_keyword) > 0;
  end if;
end
$$;
