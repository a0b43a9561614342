-- What must never be of tickets, their orders, earths, lines and people, whatever writes (domain.md §1.3, §1.4, §1.6).
create function app.ticket_in_force(p_kind text, p_state text) returns boolean language sql immutable parallel safe
  return case p_kind when 'operation' then p_state in ('toOperate', 'operating') else p_state = 'working' end;

-- Whether something of a submitted ticket has yet to end.
create function app.ticket_is_open(p_number text, p_stamp text) returns boolean language sql immutable parallel safe
  return p_number is not null and p_stamp is null;

-- The last check of the states (domain.md §1.3, §1.6), of what is signed, and of what must be so at the end.
create function app.ticket_moves_legally() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and new.content_hash <> old.content_hash then
    raise exception 'ticket % is signed', old.number using errcode = 'check_violation';
  end if;
  if old.number is not null and (new.number, new.kind, new.station_id) is distinct from (old.number, old.kind, old.station_id) then
    raise exception 'the number of ticket % is given', old.number using errcode = 'check_violation';
  end if;
  if old.stamp is not null and (to_jsonb(new) - '{dep_code,psa_id,version}'::text[]) <> (to_jsonb(old) - '{dep_code,psa_id,version}'::text[]) then
    raise exception 'ticket % is at its end', old.number using errcode = 'check_violation';
  end if;
  if new.state = old.state then
    return new;
  end if;
  if not (
    new.state = any (case old.state
      when 'draft' then '{toIssue,toReview,toPermit,void}'::text[]
      when 'toIssue' then '{toCosign,toReceive,toReview,draft,void}'
      when 'toCosign' then '{toReceive,draft,void}'
      when 'toReview' then '{toApprove,toPermit,draft,void}'
      when 'toApprove' then '{toPermit,toOperate,draft,void}'
      when 'toReceive' then '{toPermit,draft,void}'
      when 'toPermit' then '{working,unused,void}'
      when 'toOperate' then '{operating,void}'
      when 'working' then '{paused,trial,toClose,void}'
      when 'paused' then case old.kind when 'operation' then '{operating,closed,unused}'::text[] else '{working,void}' end
      when 'trial' then '{working,void}'
      when 'operating' then '{paused,toClose,closed,unused}'
      when 'toClose' then '{closed,void}'
      else '{}' end)
  ) then
    raise exception 'ticket % cannot go from % to %', old.number, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'working' and old.state = 'toPermit' and new.permitted_at is null then
    raise exception 'ticket % is not permitted', old.number using errcode = 'check_violation';
  end if;
  if new.state in ('paused', 'trial', 'toClose', 'closed', 'void') and exists (
    select from ticket_person p where p.tenant_id = new.tenant_id and p.ticket_id = new.id and p.inside
  ) then
    raise exception 'somebody is at work under ticket %', old.number using errcode = 'check_violation', constraint = 'ticket_people_out';
  end if;
  if new.stamp is not null and exists (
    select from earth_hanging h where h.tenant_id = new.tenant_id and h.ticket_id = new.id and h.removed_at is null
  ) then
    raise exception 'an earth hangs for ticket %', old.number using errcode = 'check_violation', constraint = 'ticket_earths_down';
  end if;
  if new.stamp is not null and exists (
    select from ticket_point p where p.tenant_id = new.tenant_id and p.depends_on = new.id and p.running
    union all
    select from ticket h where h.tenant_id = new.tenant_id and h.main_id = new.id
      and h.state in ('working', 'paused', 'trial', 'toClose')
  ) then
    raise exception 'another ticket relies on ticket %', old.number using errcode = 'check_violation', constraint = 'ticket_relied_on';
  end if;
  return new;
end
$$;
create trigger ticket_move before update on ticket for each row execute function app.ticket_moves_legally();

create function app.ticket_points_follow() returns trigger language plpgsql as $$
begin
  update ticket_point set running = new.state in ('working', 'paused', 'trial', 'toClose')
    where tenant_id = new.tenant_id and ticket_id = new.id
      and running <> (new.state in ('working', 'paused', 'trial', 'toClose'));
  return null;
end
$$;
create trigger ticket_points after update on ticket for each row when (old.state <> new.state)
  execute function app.ticket_points_follow();

-- A person is only at work under a ticket in force.
create function app.ticket_person_enters() returns trigger language plpgsql as $$
begin
  perform from ticket t where t.tenant_id = new.tenant_id and t.id = new.ticket_id and t.state = 'working' for share;
  if not found then
    raise exception 'ticket % is not in force', new.ticket_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger ticket_person_enter before insert or update on ticket_person for each row when (new.inside)
  execute function app.ticket_person_enters();

-- Lines are done in their order, the steps of switching by the pair, and nothing is undone.
create function app.ticket_line_in_order() returns trigger language plpgsql as $$
declare
  v_ticket ticket;
begin
  select * into strict v_ticket from ticket t where t.tenant_id = new.tenant_id and t.id = new.ticket_id for share;
  if new.no > 1 and not exists (
    select from ticket_line l where l.tenant_id = new.tenant_id and l.ticket_id = new.ticket_id and l.no = new.no - 1
      and l.ticked_at is not null
  ) then
    raise exception 'line % of ticket % comes later', new.no, v_ticket.number using errcode = 'check_violation', constraint = 'ticket_line_order';
  end if;
  if tg_op = 'UPDATE' and (old.ticked_at is not null or new.no <> old.no or new.ticket_id <> old.ticket_id
    or (old.called_at is not null and (new.called_by, new.called_at) is distinct from (old.called_by, old.called_at))
    or (old.repeated_at is not null and (new.repeated_by, new.repeated_at) is distinct from (old.repeated_by, old.repeated_at))
    or (old.operated_at is not null and (new.operated_by, new.operated_at) is distinct from (old.operated_by, old.operated_at))) then
    raise exception 'line % of ticket % is done', new.no, v_ticket.number using errcode = 'check_violation';
  end if;
  if v_ticket.kind = 'operation' then
    if v_ticket.state <> 'operating'
      or new.called_by is distinct from v_ticket.guard_id
      or new.repeated_by <> v_ticket.leader_id or new.operated_by <> v_ticket.leader_id
      or new.ticked_by <> v_ticket.guard_id
      or (new.operated_at is not null and new.repeated_at is null)
      or (new.ticked_at is not null and new.operated_at is null) then
      raise exception 'step % of ticket % is not done by its pair', new.no, v_ticket.number
        using errcode = 'check_violation';
    end if;
  elsif v_ticket.state <> 'toPermit' or new.ticked_by is null
    or new.ticked_by in (v_ticket.leader_id, v_ticket.issuer_id) then
    raise exception 'measure % of ticket % cannot be ticked', new.no, v_ticket.number using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger ticket_line_order before insert or update on ticket_line
  for each row execute function app.ticket_line_in_order();

-- The interlock: no order that needs a ticket starts without one in force, and none is submitted, accepted or ended while
-- one is open. The order's row is locked by both sides.
create function app.order_waits_for_tickets() returns trigger language plpgsql as $$
begin
  if new.need_ticket <> 0 and new.other_sts = 3 and old.other_sts = 2 and not exists (
    select from ticket_order l join ticket t on t.tenant_id = l.tenant_id and t.id = l.ticket_id
    where l.tenant_id = new.tenant_id and l.order_id = new.id and app.ticket_in_force(t.kind, t.state)
      and case new.need_ticket when 2 then t.kind = 'operation'
        else t.kind not in ('operation', 'hotFirst', 'hotSecond') end
  ) then
    raise exception 'order % has no ticket in force', new.work_code using errcode = 'check_violation', constraint = 'order_ticket_in_force';
  end if;
  if new.flow_sts in (3, 4, 5) and old.flow_sts <> new.flow_sts and exists (
    select from ticket_order l join ticket t on t.tenant_id = l.tenant_id and t.id = l.ticket_id
    where l.tenant_id = new.tenant_id and l.order_id = new.id and app.ticket_is_open(t.number, t.stamp)
  ) then
    raise exception 'a ticket of order % is open', new.work_code using errcode = 'check_violation', constraint = 'order_tickets_ended';
  end if;
  return new;
end
$$;
create trigger work_order_tickets before update on work_order for each row
  when (old.flow_sts <> new.flow_sts or old.other_sts <> new.other_sts)
  execute function app.order_waits_for_tickets();

-- A ticket is opened, and stays linked, only while its orders are open; the order's list of numbers follows.
create function app.orders_of_ticket_are_open(p_tenant int, p_ticket bigint) returns void language plpgsql as $$
declare
  v_order record;
begin
  for v_order in
    select o.id, o.work_code, o.flow_sts from ticket_order l
      join work_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.tenant_id = p_tenant and l.ticket_id = p_ticket
    order by o.id for no key update of o
  loop
    if v_order.flow_sts > 2 then
      raise exception 'order % is not open', v_order.work_code using errcode = 'check_violation', constraint = 'ticket_order_open';
    end if;
  end loop;
end
$$;
create function app.number_tickets_of_order(p_tenant int, p_order bigint) returns void language sql as $$
  update work_order o set ticket_no = numbers.said
  from (
    select string_agg(t.number, '、' order by t.id) as said from ticket_order l
      join ticket t on t.tenant_id = l.tenant_id and t.id = l.ticket_id
    where l.tenant_id = p_tenant and l.order_id = p_order and t.number is not null
  ) numbers
  where o.tenant_id = p_tenant and o.id = p_order and o.ticket_no is distinct from numbers.said
$$;
create function app.ticket_opens() returns trigger language plpgsql as $$
declare
  v_order bigint;
begin
  if app.ticket_is_open(new.number, new.stamp) and not app.ticket_is_open(old.number, old.stamp) then
    perform app.orders_of_ticket_are_open(new.tenant_id, new.id);
  end if;
  if new.number is distinct from old.number then
    for v_order in select order_id from ticket_order where tenant_id = new.tenant_id and ticket_id = new.id order by 1 loop
      perform app.number_tickets_of_order(new.tenant_id, v_order);
    end loop;
  end if;
  return null;
end
$$;
create trigger ticket_open after update on ticket for each row when (old.state <> new.state or old.number is distinct from new.number)
  execute function app.ticket_opens();

create function app.ticket_order_linked() returns trigger language plpgsql as $$
declare
  v_number text;
begin
  if tg_op = 'DELETE' then
    select number into v_number from ticket where tenant_id = old.tenant_id and id = old.ticket_id;
    if v_number is not null then
      raise exception 'the orders of ticket % stay', v_number using errcode = 'check_violation';
    end if;
    return null;
  end if;
  perform app.orders_of_ticket_are_open(new.tenant_id, new.ticket_id);
  perform app.number_tickets_of_order(new.tenant_id, new.order_id);
  return null;
end
$$;
create trigger ticket_order_link after insert or update or delete on ticket_order
  for each row execute function app.ticket_order_linked();

-- Only drafts that never had a number are removed.
create function app.ticket_is_kept() returns trigger language plpgsql as $$
begin
  if old.number is not null then
    raise exception 'ticket % is kept', old.number using errcode = 'check_violation';
  end if;
  return old;
end
$$;
create trigger ticket_kept before delete on ticket for each row execute function app.ticket_is_kept();

-- The state of a ticket by its process; null where the two cannot agree.
create function app.ticket_agrees(p_ticket ticket, p_status text, p_state text) returns boolean
  language sql immutable parallel safe
  return case p_status
    when 'running' then p_state = case
      when (p_ticket).state in ('paused', 'trial') then case (p_ticket).kind when 'operation' then 'operating' else 'working' end
      when (p_ticket).state = 'toPermit' and (p_ticket).permitted_at is not null then 'toConfirm'
      else (p_ticket).state end
    when 'completed' then (p_ticket).state = 'closed'
    when 'refused' then (p_ticket).state in ('unused', 'closed')
    else (p_ticket).state = 'void' end;

create function app.ticket_agrees_with_process(p_tenant int, p_ticket bigint) returns void language plpgsql as $$
declare
  v_tenant text := current_setting('app.tenant', true);
  v_agrees boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select count(i.id) = (t.number is not null)::int and coalesce(bool_and(app.ticket_agrees(t, i.status, i.business_state)), true)
    into v_agrees
  from ticket t
    left join process_instance i on i.tenant_id = t.tenant_id and i.business_type = 'ticket' and i.business_id = t.id
      and i.parent_id is null
  where t.tenant_id = p_tenant and t.id = p_ticket
  group by t.tenant_id, t.id;
  perform set_config('app.tenant', coalesce(v_tenant, ''), true);
  if v_agrees is not true then
    raise exception 'ticket % and its process are not in the same state', p_ticket using errcode = 'check_violation';
  end if;
end
$$;
create function app.check_process_of_ticket() returns trigger language plpgsql as $$
begin
  perform app.ticket_agrees_with_process(new.tenant_id, new.id);
  return null;
end
$$;
create constraint trigger ticket_within_process after update on ticket deferrable initially deferred
  for each row when (old.state <> new.state or (old.permitted_at is null) <> (new.permitted_at is null))
  execute function app.check_process_of_ticket();
create function app.check_ticket_of_process() returns trigger language plpgsql as $$
begin
  perform app.ticket_agrees_with_process(new.tenant_id, new.business_id);
  return null;
end
$$;
create constraint trigger process_ticket_born after insert on process_instance deferrable initially deferred
  for each row when (new.business_type = 'ticket' and new.parent_id is null)
  execute function app.check_ticket_of_process();
create constraint trigger process_ticket after update on process_instance deferrable initially deferred
  for each row when (
    new.business_type = 'ticket' and new.parent_id is null
    and (old.status, old.business_state) is distinct from (new.status, new.business_state)
  )
  execute function app.check_ticket_of_process();
