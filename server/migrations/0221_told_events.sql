-- The events of orders, tickets, approvals, comments, rights and hand-overs tell the people concerned: statement triggers on
-- the histories, so that no way of doing it is left out, and many at once cost one statement (decision 0106).

-- Fields of `words` without a value are left out of the sentence.
create function app.in_words(p_at timestamptz) returns text language plpgsql stable as $$
begin
  return to_char(p_at at time zone (select time_zone from tenant where id = app.tenant_id()), 'MM-DD HH24:MI');
end
$$;

create function app.tells() returns boolean language plpgsql stable as $$
begin
  return coalesce(current_setting('app.messages', true), '') <> 'off';
end
$$;

create function app.tell_of_order(p_event bigint) returns void language plpgsql as $$
declare
  e record;
  x record;
  v_team bigint[];
  v_words jsonb;
begin
  for e in
    select h.id as event, h.action, h.to_sts, h.at, h.actor_id, h.actor_name, h.note, o.id, o.work_code, o.station_id,
      o.dep_code, o.psa_id, o.flow_sts, o.liable_user_id, o.assist_user_ids, o.reporter_id, o.checker_id, o.plan_end_time,
      o.task_description, o.terminate_reason, s.name as station
    from work_order_event h
      join work_order o on o.tenant_id = h.tenant_id and o.id = h.order_id
      join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where h.tenant_id = app.tenant_id() and h.id = p_event
  loop
    v_team := array_remove(array[e.liable_user_id], null) || e.assist_user_ids;
    v_words := jsonb_build_object('code', e.work_code, 'station', e.station, 'task', e.task_description,
      'user', e.actor_name, 'end', coalesce(app.in_words(e.plan_end_time), ''));
    if e.action in ('create', 'assign', 'reassign') and e.to_sts = 2 then
      perform app.done_messages('{orderToAssign}', 'order', e.id, e.actor_id, e.actor_name, e.at, '已指派');
      perform app.tell('orderNew', 'order', e.id, e.work_code, e.station_id, 'orderNew ' || e.event, v_words, v_team,
        e.actor_id, e.at);
    elsif e.action = 'create' and e.to_sts = 1 then
      perform app.tell('orderToAssign', 'order', e.id, e.work_code, e.station_id, 'orderToAssign ' || e.event, v_words,
        app.holders_at('order:assign', e.dep_code, e.psa_id, true, '{}'), e.actor_id, e.at);
    elsif e.action = 'claim' then
      perform app.done_messages('{orderToAssign}', 'order', e.id, e.actor_id, e.actor_name, e.at, '已接单');
      perform app.tell('orderClaimed', 'order', e.id, e.work_code, e.station_id, 'orderClaimed ' || e.event, v_words,
        array[e.reporter_id], e.actor_id, e.at);
    elsif e.action = 'submit' then
      perform app.done_messages('{orderReturned,orderOverdue}', 'order', e.id, e.actor_id, e.actor_name, e.at, '已提交');
      perform app.tell('orderToCheck', 'order', e.id, e.work_code, e.station_id, 'orderToCheck ' || e.event, v_words,
        case when e.checker_id is null then app.holders_at('order:check', e.dep_code, e.psa_id, true, v_team)
          else array[e.checker_id] end, e.actor_id, e.at);
    elsif e.action = 'reject' then
      perform app.done_messages('{orderToCheck}', 'order', e.id, e.actor_id, e.actor_name, e.at, '已退回');
      perform app.tell('orderReturned', 'order', e.id, e.work_code, e.station_id, 'orderReturned ' || e.event,
        v_words || jsonb_build_object('reason', e.note), v_team, e.actor_id, e.at);
    elsif e.action = 'pass' and e.to_sts = 4 then
      perform app.done_messages('{orderToCheck}', 'order', e.id, e.actor_id, e.actor_name, e.at, '已验收');
    elsif e.action = 'terminate' then
      perform app.done_messages('{orderToAssign,orderToCheck,orderReturned,orderOverdue,extensionAsked}', 'order', e.id,
        e.actor_id, e.actor_name, e.at, '工单已终止');
      perform app.tell('orderTerminated', 'order', e.id, e.work_code, e.station_id, 'orderTerminated ' || e.event,
        v_words || jsonb_build_object('reason', coalesce(nullif(e.note, ''), e.terminate_reason, '')),
        v_team || e.reporter_id, e.actor_id, e.at);
    elsif e.action in ('extensionAgree', 'extensionRefuse', 'extensionEnd') then
      select * into x from work_order_extension
        where tenant_id = app.tenant_id() and order_id = e.id order by id desc limit 1;
      perform app.done_messages('{extensionAsked}', 'order', e.id, e.actor_id, e.actor_name, e.at, case e.action
        when 'extensionAgree' then '已同意' when 'extensionRefuse' then '已驳回' else '已撤回' end);
      if e.action = 'extensionAgree' then
        perform app.tell('extensionAgreed', 'order', e.id, e.work_code, e.station_id, 'extensionAgreed ' || e.event,
          v_words || jsonb_build_object('time', app.in_words(x.new_end)), array[x.asker_id], e.actor_id, e.at);
      elsif e.action = 'extensionRefuse' then
        perform app.tell('extensionRefused', 'order', e.id, e.work_code, e.station_id, 'extensionRefused ' || e.event,
          v_words || jsonb_build_object('reason', x.opinion), array[x.asker_id], e.actor_id, e.at);
      end if;
    end if;
  end loop;
end
$$;

create function app.tell_order_events() returns trigger language plpgsql as $$
begin
  if not app.tells() then return null; end if;
  perform app.tell_of_order(h.id) from happened h
    where h.action in ('create', 'assign', 'reassign', 'claim', 'submit', 'pass', 'reject', 'terminate',
      'extensionAgree', 'extensionRefuse', 'extensionEnd')
    order by h.id;
  return null;
end
$$;
create trigger messages after insert on work_order_event referencing new table as happened
  for each statement execute function app.tell_order_events();

-- Who has a qualification of the published list for a ticket, of the nearest departments.
create function app.qualified_at(p_role text, p_dep text, p_voltage text) returns bigint[] language plpgsql stable as $$
begin
  return coalesce((
    select array_agg(distinct q.person_id) from (
      select q.person_id, rank() over (order by length(d.org_code) desc) as place
      from qualification q join department d on d.tenant_id = q.tenant_id and d.id = q.department_id
      where q.tenant_id = app.tenant_id() and p_role = any(q.roles) and q.revoked_at is null
        and q.voltage::numeric >= p_voltage::numeric
        and starts_with(coalesce(case when app.is_moving() then app.code_now(p_dep) end, p_dep), d.org_code)
    ) q where q.place = 1), '{}');
end
$$;

create function app.tell_of_ticket(p_event bigint) returns void language plpgsql as $$
declare
  e record;
  v_kind text;
  v_people bigint[];
  v_words jsonb;
begin
  for e in
    select h.id as event, h.to_state, h.at, h.actor_id, h.actor_name, t.*, s.name as station
    from ticket_event h
      join ticket t on t.tenant_id = h.tenant_id and t.id = h.ticket_id
      join station s on s.tenant_id = t.tenant_id and s.id = t.station_id
    where h.tenant_id = app.tenant_id() and h.id = p_event
  loop
    perform app.done_messages('{ticketToIssue,ticketToReview,ticketToApprove,ticketToPermit,operationToReview}', 'ticket',
      e.id, e.actor_id, e.actor_name, e.at, '已办理');
    if e.to_state in ('closed', 'unused', 'void') then
      perform app.done_messages('{ticketExpiring}', 'ticket', e.id, e.actor_id, e.actor_name, e.at, '已终结');
    end if;
    v_words := jsonb_build_object('code', coalesce(e.number, ''), 'station', e.station, 'task', e.task,
      'user', e.actor_name, 'ticket', case e.kind when 'operation' then '操作票' else '工作票' end);
    v_kind := null;
    case e.to_state
      when 'toIssue' then
        v_kind := 'ticketToIssue';
        v_people := case when e.issuer_id is null then app.qualified_at('issuer', e.dep_code, e.voltage)
          else array[e.issuer_id] end;
      when 'toReview' then
        v_kind := case e.kind when 'operation' then 'operationToReview' else 'ticketToReview' end;
        v_people := case when e.kind <> 'operation' then
            app.holders_at('ticket:review', e.dep_code, e.psa_id, true, array[e.author_id])
          when e.guard_id is null then app.qualified_at('operationGuard', e.dep_code, e.voltage)
          else array[e.guard_id] end;
      when 'toApprove' then
        v_kind := 'ticketToApprove';
        v_people := case when e.kind <> 'operation' then
            app.holders_at('ticket:approve', e.dep_code, e.psa_id, true, array[e.author_id])
          when e.shift_leader_id is null then app.qualified_at('shiftLeader', e.dep_code, e.voltage)
          else array[e.shift_leader_id] end;
      when 'toPermit' then
        v_kind := 'ticketToPermit';
        v_people := case when e.permitter_id is null then app.qualified_at('permitter', e.dep_code, e.voltage)
          else array[e.permitter_id] end;
      when 'closed' then
        if e.kind <> 'operation' then
          v_kind := 'ticketEnded';
          v_people := array[e.author_id, e.leader_id, e.issuer_id, e.permitter_id];
          v_words := v_words || jsonb_build_object('n', (
            select coalesce(nullif(count(*), 0)::text, '') from earth_hanging g
            where g.tenant_id = e.tenant_id and g.ticket_id = e.id and g.removed_at is not null and g.handed_to is null));
        end if;
      else null;
    end case;
    if v_kind is not null then
      perform app.tell(v_kind, 'ticket', e.id, coalesce(e.number, ''), e.station_id, v_kind || ' ' || e.event, v_words,
        v_people, e.actor_id, e.at);
    end if;
  end loop;
end
$$;

create function app.tell_ticket_events() returns trigger language plpgsql as $$
begin
  if not app.tells() then return null; end if;
  perform app.tell_of_ticket(h.id) from happened h where h.to_state <> h.from_state order by h.id;
  return null;
end
$$;
create trigger messages after insert on ticket_event referencing new table as happened
  for each statement execute function app.tell_ticket_events();

-- Who may take an open step: whom it was given to, or its candidates of the nearest departments.
create function app.people_of_step(p_instance bigint, p_task int, p_at timestamptz) returns bigint[]
  language plpgsql stable as $$
declare
  v_people bigint[];
begin
  select array[assignee_id] into v_people from process_task
    where tenant_id = app.tenant_id() and instance_id = p_instance and id = p_task and assignee_id is not null;
  if v_people is null then
    v_people := app.candidates_of_step(p_instance, p_task);
  end if;
  -- And who stands in for them.
  return v_people || coalesce((
    select array_agg(distinct g.to_id) from process_delegation g
      join process_instance i on i.tenant_id = g.tenant_id and i.id = p_instance
    where g.tenant_id = app.tenant_id() and g.from_id = any(v_people) and g.ended_at is null
      and g.starts_at <= p_at and g.ends_at > p_at and (g.types is null or i.business_type = any(g.types))), '{}');
end
$$;

create function app.candidates_of_step(p_instance bigint, p_task int) returns bigint[] language plpgsql stable as $$
declare
  v_people bigint[];
begin
  select array_agg(distinct each) into v_people from process_candidate c
    cross join lateral unnest(case c.kind
      when 'user' then array[c.ref::bigint]
      when 'right' then app.holders_at(c.ref, c.dep_code, c.psa_id, true, '{}')
      else coalesce((
        select array_agg(h.id) from (
          select u.id, rank() over (order by u.has_all_data, length(d.org_code) desc) as place
          from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
          where u.tenant_id = c.tenant_id and u.status = '1' and app.reaches(u, d.org_code, c.dep_code, c.psa_id)
            and u.id in (select ur.user_id from user_role ur
              join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where r.role_code = c.ref)
        ) h where h.place = 1), '{}') end) each
    where c.tenant_id = app.tenant_id() and c.instance_id = p_instance and c.task_id = p_task and c.open;
  return coalesce(v_people, '{}');
end
$$;

-- Orders and tickets tell of their own steps.
create function app.tell_of_step(p_instance bigint, p_seq int) returns void language plpgsql as $$
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
    else
      perform app.tell('approvalWaiting', 'process', e.id, '', null, concat_ws(' ', 'approvalWaiting', e.id, e.seq),
        jsonb_build_object('title', e.title, 'step', e.task_id::text, 'stepName', e.step, 'user', e.starter,
          'instance', e.id::text),
        app.people_of_step(e.id, e.task_id, e.at), e.actor_id, e.at);
    end if;
  end loop;
end
$$;

create function app.tell_process_events() returns trigger language plpgsql as $$
declare
  e record;
begin
  if not app.tells() then return null; end if;
  perform app.tell_of_step(h.instance_id, h.seq) from happened h
    where h.kind in ('open', 'transfer', 'reassign', 'add') order by h.instance_id, h.seq;
  -- Steps that are over ask nobody any more.
  for e in
    select m.id, t.completed_by, coalesce(u.realname, '系统') as name, t.closed_at,
      case t.outcome when 'approve' then '已同意' when 'reject' then '已驳回' else '已办理' end as outcome
    from (select distinct tenant_id, instance_id from happened) h
      join message m on m.tenant_id = h.tenant_id and m.about = 'process' and m.about_id = h.instance_id
        and m.done_at is null
      join process_task t on t.tenant_id = m.tenant_id and t.instance_id = m.about_id
        and t.id = (m.words ->> 'step')::int and t.closed_at is not null
      left join app_user u on u.tenant_id = t.tenant_id and u.id = t.completed_by
  loop
    perform app.done_message(e.id, e.completed_by, e.name, e.closed_at, e.outcome);
  end loop;
  return null;
end
$$;
create trigger messages after insert on process_event referencing new table as happened
  for each statement execute function app.tell_process_events();

create function app.done_message(p_id bigint, p_actor bigint, p_name text, p_at timestamptz, p_outcome text)
  returns void language plpgsql as $$
declare
  v_people bigint[];
begin
  update message set done_at = p_at, done_by = p_actor, done_name = p_name, outcome = p_outcome
    where tenant_id = app.tenant_id() and id = p_id;
  update message_to set read_at = p_at
    where tenant_id = app.tenant_id() and user_id = p_actor and message_id = p_id and read_at is null;
  select array_agg(user_id) into v_people from message_to where tenant_id = app.tenant_id() and message_id = p_id;
  perform app.announce_to('message', v_people);
end
$$;

create function app.tell_mentions() returns trigger language plpgsql as $$
begin
  if not app.tells() then return null; end if;
  perform app.tell('mentioned', 'order', o.id, o.work_code, o.station_id,
      concat_ws(' ', 'mentioned', c.id, min(m.user_id)),
      jsonb_build_object('code', o.work_code, 'station', s.name, 'user', c.author_name, 'text', left(c.text, 200)),
      array_agg(m.user_id), c.author_id, c.added_at)
    from happened m
      join order_comment c on c.tenant_id = m.tenant_id and c.id = m.comment_id
      join work_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
      join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    group by c.tenant_id, c.id, o.tenant_id, o.id, s.tenant_id, s.id;
  return null;
end
$$;
create trigger messages after insert on order_comment_mention referencing new table as happened
  for each statement execute function app.tell_mentions();
