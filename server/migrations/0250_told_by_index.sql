-- Messages of orders read what they tell of by its key alone. A plan that PL/pgSQL keeps for its session, made while a table
-- was empty, joined in the wrong order or read the whole table for each event, until new statistics came: thousands of orders
-- that inspection plans make within a minute took seconds each. An order that comes with its person asks nobody to assign it.

alter function app.done_messages(text[], text, bigint, bigint, text, timestamptz, text) set enable_seqscan = off;
alter function app.done_message(bigint, bigint, text, timestamptz, text) set enable_seqscan = off;

drop function app.tell_of_order(bigint);
create function app.tell_of_order(e work_order_event) returns void language plpgsql set enable_seqscan = off as $$
declare
  o work_order;
  x record;
  v_station text;
  v_team bigint[];
  v_words jsonb;
begin
  select * into o from work_order where tenant_id = e.tenant_id and id = e.order_id;
  if e.action = 'create' and e.to_sts = 1 and o.flow_sts <> 1 then return; end if;
  select name into v_station from station where tenant_id = e.tenant_id and id = o.station_id;
  v_team := array_remove(array[o.liable_user_id], null) || o.assist_user_ids;
  v_words := jsonb_build_object('code', o.work_code, 'station', v_station, 'task', o.task_description,
    'user', e.actor_name, 'end', coalesce(app.in_words(o.plan_end_time), ''));
  if e.action in ('create', 'assign', 'reassign') and e.to_sts = 2 then
    perform app.done_messages('{orderToAssign}', 'order', o.id, e.actor_id, e.actor_name, e.at, '已指派');
    perform app.tell('orderNew', 'order', o.id, o.work_code, o.station_id, 'orderNew ' || e.id, v_words, v_team,
      e.actor_id, e.at);
  elsif e.action = 'create' and e.to_sts = 1 then
    perform app.tell('orderToAssign', 'order', o.id, o.work_code, o.station_id, 'orderToAssign ' || e.id, v_words,
      app.holders_at('order:assign', o.dep_code, o.psa_id, true, '{}'), e.actor_id, e.at);
  elsif e.action = 'claim' then
    perform app.done_messages('{orderToAssign}', 'order', o.id, e.actor_id, e.actor_name, e.at, '已接单');
    perform app.tell('orderClaimed', 'order', o.id, o.work_code, o.station_id, 'orderClaimed ' || e.id, v_words,
      array[o.reporter_id], e.actor_id, e.at);
  elsif e.action = 'submit' then
    perform app.done_messages('{orderReturned,orderOverdue}', 'order', o.id, e.actor_id, e.actor_name, e.at, '已提交');
    perform app.tell('orderToCheck', 'order', o.id, o.work_code, o.station_id, 'orderToCheck ' || e.id, v_words,
      case when o.checker_id is null then app.holders_at('order:check', o.dep_code, o.psa_id, true, v_team)
        else array[o.checker_id] end, e.actor_id, e.at);
  elsif e.action = 'reject' then
    perform app.done_messages('{orderToCheck}', 'order', o.id, e.actor_id, e.actor_name, e.at, '已退回');
    perform app.tell('orderReturned', 'order', o.id, o.work_code, o.station_id, 'orderReturned ' || e.id,
      v_words || jsonb_build_object('reason', e.note), v_team, e.actor_id, e.at);
  elsif e.action = 'pass' and e.to_sts = 4 then
    perform app.done_messages('{orderToCheck}', 'order', o.id, e.actor_id, e.actor_name, e.at, '已验收');
  elsif e.action = 'terminate' then
    perform app.done_messages('{orderToAssign,orderToCheck,orderReturned,orderOverdue,extensionAsked}', 'order', o.id,
      e.actor_id, e.actor_name, e.at, '工单已终止');
    perform app.tell('orderTerminated', 'order', o.id, o.work_code, o.station_id, 'orderTerminated ' || e.id,
      v_words || jsonb_build_object('reason', coalesce(nullif(e.note, ''), o.terminate_reason, '')),
      v_team || o.reporter_id, e.actor_id, e.at);
  elsif e.action in ('extensionAgree', 'extensionRefuse', 'extensionEnd') then
    select * into x from work_order_extension
      where tenant_id = e.tenant_id and order_id = o.id order by id desc limit 1;
    perform app.done_messages('{extensionAsked}', 'order', o.id, e.actor_id, e.actor_name, e.at, case e.action
      when 'extensionAgree' then '已同意' when 'extensionRefuse' then '已驳回' else '已撤回' end);
    if e.action = 'extensionAgree' then
      perform app.tell('extensionAgreed', 'order', o.id, o.work_code, o.station_id, 'extensionAgreed ' || e.id,
        v_words || jsonb_build_object('time', app.in_words(x.new_end)), array[x.asker_id], e.actor_id, e.at);
    elsif e.action = 'extensionRefuse' then
      perform app.tell('extensionRefused', 'order', o.id, o.work_code, o.station_id, 'extensionRefused ' || e.id,
        v_words || jsonb_build_object('reason', x.opinion), array[x.asker_id], e.actor_id, e.at);
    end if;
  end if;
end
$$;

create or replace function app.tell_order_events() returns trigger language plpgsql as $$
declare
  e work_order_event;
begin
  if not app.tells() then return null; end if;
  for e in
    select * from happened
    where action in ('create', 'assign', 'reassign', 'claim', 'submit', 'pass', 'reject', 'terminate',
      'extensionAgree', 'extensionRefuse', 'extensionEnd')
    order by id
  loop
    perform app.tell_of_order(e);
  end loop;
  return null;
end
$$;

create or replace function app.tell_again(p_since timestamptz) returns void language plpgsql as $$
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
      when 1 then perform app.tell_of_order(h) from work_order_event h where h.tenant_id = app.tenant_id() and h.id = e.id;
      when 2 then perform app.tell_of_ticket(e.id);
      else perform app.tell_of_step(e.id, e.seq);
    end case;
  end loop;
end
$$;

-- Orders and tickets tell of their own steps: theirs, most of all, are not looked at one by one.
create or replace function app.tell_process_events() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  e record;
begin
  if not app.tells() then return null; end if;
  perform app.tell_of_step(h.instance_id, h.seq)
    from happened h join process_instance i on i.tenant_id = h.tenant_id and i.id = h.instance_id
    where h.kind in ('open', 'transfer', 'reassign', 'add') and i.business_type not in ('workOrder', 'ticket')
    order by h.instance_id, h.seq;
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
