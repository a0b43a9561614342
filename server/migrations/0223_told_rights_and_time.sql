-- What rights that wait, hand-overs and time itself tell (decision 0106).

-- Who may decide it: holders of the right who reach all the people, and who gain nothing by it.
create function app.tell_pending_grant() returns trigger language plpgsql as $$
declare
  v_people bigint[];
begin
  if not app.tells() then return null; end if;
  if tg_op = 'UPDATE' then
    perform app.done_messages('{grantWaiting}', 'grant', new.id, new.decided_by, new.decided_name, new.decided_at,
      case new.outcome when 'confirmed' then '已通过' when 'refused' then '已驳回' when 'withdrawn' then '已撤回'
        else '已失效' end);
    return null;
  end if;
  select array_agg(u.id) into v_people from app_user u
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.tenant_id = new.tenant_id and u.status = '1' and u.id <> all(new.people)
      and app.is_granted(u.id, case new.kind when 'permissions' then 'role:manage' else 'user:manage' end)
      and not exists (select from user_role r
        where r.tenant_id = u.tenant_id and r.user_id = u.id and r.role_id = new.role_id)
      and (u.has_all_data or not exists (
        select from app_user p join department o on o.tenant_id = p.tenant_id and o.id = p.department_id
        where p.tenant_id = u.tenant_id and p.id = any(new.people) and not starts_with(o.org_code, d.org_code)));
  perform app.tell('grantWaiting', 'grant', new.id, '', null, 'grantWaiting ' || new.id,
    jsonb_build_object('user', new.asked_name, 'reason', new.reason,
      'target', coalesce(nullif(new.words ->> 'role', ''), (
        select string_agg(each, '、') from jsonb_array_elements_text(new.words -> 'people') each), '')),
    v_people, new.asked_by, new.asked_at);
  return null;
end
$$;
create trigger messages_asked after insert on pending_grant
  for each row execute function app.tell_pending_grant();
create trigger messages_decided after update on pending_grant
  for each row when (old.outcome = 'waiting' and new.outcome <> 'waiting') execute function app.tell_pending_grant();

create function app.tell_handover() returns trigger language plpgsql as $$
begin
  if not app.tells() then return null; end if;
  perform app.tell('handedOver', 'handover', new.id, '', null, concat_ws(' ', 'handedOver', new.id, r.successor_id),
      jsonb_build_object('user', u.realname, 'n', count(*)::text,
        'things', left(string_agg(r.name, '、' order by r.kind, r.record), 200)),
      array[r.successor_id], null, new.ended_at)
    from handover_result r
      join app_user u on u.tenant_id = r.tenant_id and u.id = new.person_id
    where r.tenant_id = new.tenant_id and r.handover_id = new.id and r.outcome = 'given'
    group by r.successor_id, u.realname;
  return null;
end
$$;
create trigger messages after update on handover
  for each row when (old.state = 'planned' and new.state = 'done') execute function app.tell_handover();

-- What happens by time alone: orders that are an hour late, and tickets that expire within two hours. Called each minute by
-- every process; a key makes one message of it.
create function app.tell_due(p_now timestamptz) returns void language plpgsql as $$
begin
  perform app.tell('orderOverdue', 'order', o.id, o.work_code, o.station_id,
      'orderOverdue ' || o.id || ' ' || extract(epoch from o.plan_end_time)::bigint,
      jsonb_build_object('code', o.work_code, 'station', s.name, 'task', o.task_description,
        'h', floor(extract(epoch from p_now - o.plan_end_time) / 3600)::text),
      array_remove(array[o.liable_user_id], null) || o.assist_user_ids
        || app.holders_at('order:assign', o.dep_code, o.psa_id, true, '{}'), null, p_now)
    from work_order o
      join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where o.tenant_id = app.tenant_id() and o.flow_sts = 2
      and o.plan_end_time <= p_now - interval '1 hour' and o.plan_end_time > p_now - interval '1 day'
      and not exists (select from message m where m.tenant_id = o.tenant_id
        and m.key = 'orderOverdue ' || o.id || ' ' || extract(epoch from o.plan_end_time)::bigint);
  perform app.tell('ticketExpiring', 'ticket', t.id, t.number, t.station_id,
      'ticketExpiring ' || t.id || ' ' || extract(epoch from t.valid_until)::bigint,
      jsonb_build_object('code', t.number, 'station', s.name, 'task', t.task, 'time', app.in_words(t.valid_until)),
      array[t.leader_id, t.issuer_id, t.permitter_id], null, p_now)
    from ticket t
      join station s on s.tenant_id = t.tenant_id and s.id = t.station_id
    where t.tenant_id = app.tenant_id() and t.stamp is null and t.state in ('working', 'paused', 'trial')
      and t.valid_until > p_now and t.valid_until <= p_now + interval '2 hours'
      and not exists (select from message m where m.tenant_id = t.tenant_id
        and m.key = 'ticketExpiring ' || t.id || ' ' || extract(epoch from t.valid_until)::bigint);
end
$$;

-- What would have been told since a time, in its order: the demonstration's own events happened before there was anybody to
-- tell.
create function app.tell_again(p_since timestamptz) returns void language plpgsql as $$
declare
  e record;
begin
  for e in
    select at, 1 as what, id, 0 as seq from work_order_event
      where tenant_id = app.tenant_id() and at >= p_since and action <> 'import'
    union all
    select at, 2, id, 0 from ticket_event
      where tenant_id = app.tenant_id() and at >= p_since and to_state <> from_state
    union all
    select at, 3, instance_id, seq from process_event
      where tenant_id = app.tenant_id() and at >= p_since and kind = 'open'
    order by 1, 2, 3, 4
  loop
    case e.what
      when 1 then perform app.tell_of_order(e.id);
      when 2 then perform app.tell_of_ticket(e.id);
      else perform app.tell_of_step(e.id, e.seq);
    end case;
  end loop;
end
$$;
