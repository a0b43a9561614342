-- Plans that wait for their audit, and inspections that nobody finished.

create or replace function app.tell_of_step(p_instance bigint, p_seq int) returns void language plpgsql as $$
declare
  e record;
  o record;
begin
  for e in
    select h.kind, h.seq, h.at, h.actor_id, h.task_id, i.id, i.business_type, i.business_id, i.title, i.starter_id,
      coalesce(s.realname, '') as starter, t.name as step
    from process_event h
      join process_instance i on i.tenant_id = h.tenant_id and i.id = h.instance_id
      join process_task t on t.tenant_id = h.tenant_id and t.instance_id = h.instance_id and t.id = h.task_id
      left join app_user s on s.tenant_id = i.tenant_id and s.id = i.starter_id
    where h.tenant_id = app.tenant_id() and h.instance_id = p_instance and h.seq = p_seq and t.state = 'open'
      and i.business_type not in ('workOrder', 'ticket')
  loop
    if e.business_type = 'orderExtension' then
      select w.id, w.work_code, w.station_id, w.task_description, p.name as station, x.new_end into o
      from work_order w
        join station p on p.tenant_id = w.tenant_id and p.id = w.station_id
        join work_order_extension x on x.tenant_id = w.tenant_id and x.order_id = w.id and x.status = 'running'
      where w.tenant_id = app.tenant_id() and w.id = e.business_id;
      if found then
        perform app.tell('extensionAsked', 'order', o.id, o.work_code, o.station_id,
          concat_ws(' ', 'extensionAsked', e.id, e.seq),
          jsonb_build_object('code', o.work_code, 'station', o.station, 'task', o.task_description, 'user', e.starter,
            'time', app.in_words(o.new_end), 'instance', e.id::text, 'step', e.task_id::text),
          array_remove(app.people_of_step(e.id, e.task_id, e.at), e.starter_id), e.actor_id, e.at);
      end if;
    elsif e.business_type = 'inspectionPlan' then
      select p.code, p.name into strict o from inspection_plan p
        where p.tenant_id = app.tenant_id() and p.id = e.business_id;
      perform app.tell('planToAudit', 'process', e.id, o.code, null, concat_ws(' ', 'planToAudit', e.id, e.seq),
        jsonb_build_object('code', o.code, 'name', o.name, 'user', e.starter, 'instance', e.id::text,
          'step', e.task_id::text),
        array_remove(app.people_of_step(e.id, e.task_id, e.at), e.starter_id), e.actor_id, e.at);
    else
      perform app.tell('approvalWaiting', 'process', e.id, '', null, concat_ws(' ', 'approvalWaiting', e.id, e.seq),
        jsonb_build_object('title', e.title, 'step', e.task_id::text, 'stepName', e.step, 'user', e.starter,
          'instance', e.id::text),
        app.people_of_step(e.id, e.task_id, e.at), e.actor_id, e.at);
    end if;
  end loop;
end
$$;

-- The inspections of a station that were to be finished yesterday and are not, in the morning, to whoever assigns orders
-- there. Called each minute by every process; a key makes one message of it.
create function app.tell_missed(p_now timestamptz) returns void language plpgsql as $$
declare
  v_now timestamp;
  v_day date;
begin
  select p_now at time zone time_zone into strict v_now from tenant where id = app.tenant_id();
  if v_now::time < '08:00' then return; end if;
  v_day := v_now::date - 1;
  perform app.tell('inspectionMissed', 'station', m.station_id, '', m.station_id,
      'inspectionMissed ' || m.station_id || ' ' || v_day,
      jsonb_build_object('date', to_char(v_day, 'MM-DD'), 'n', m.n::text, 'station', m.name),
      app.holders_at('order:assign', m.dep_code, m.psa_id, true, '{}'), null, p_now)
    from (
      select o.station_id, s.name, o.dep_code, o.psa_id, count(*) as n
      from work_order o
        join tenant t on t.id = o.tenant_id
        join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
      where o.tenant_id = app.tenant_id() and o.task_type = 100 and o.flow_sts in (1, 2)
        and o.plan_end_time >= v_day::timestamp at time zone t.time_zone
        and o.plan_end_time < (v_day + 1)::timestamp at time zone t.time_zone
      group by o.station_id, s.name, o.dep_code, o.psa_id
    ) m
    where not exists (select from message x where x.tenant_id = app.tenant_id()
      and x.key = 'inspectionMissed ' || m.station_id || ' ' || v_day);
end
$$;
