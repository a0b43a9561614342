-- Whoever acts for an absent person is named with them wherever it is told who did something: histories, messages, webhooks.

create function app.acting_name(p_actor text, p_behalf text) returns text language plpgsql immutable as $$
begin
  return case when p_behalf is null then p_actor else p_actor || '（代' || p_behalf || '）' end;
end
$$;

create or replace function app.emit_approval_events() returns trigger language plpgsql as $$
begin
  if not app.has_webhooks() then return null; end if;
  perform app.emit_event(case e.kind when 'open' then 'approval.arrived' else 'approval.decided' end, 'approval', i.id,
      i.title, null, i.dep_code, e.at, e.actor_id,
      jsonb_build_object('processInstanceId', i.id::text, 'title', i.title, 'step', t.name, 'outcome', e.outcome,
        'opinion', e.opinion, 'actorName', coalesce(app.acting_name(actor.realname, absent.realname), ''),
        'assigneeName', coalesce(assignee.realname, '')))
    from happened e
      join process_instance i on i.tenant_id = e.tenant_id and i.id = e.instance_id
      left join process_task t on t.tenant_id = e.tenant_id and t.instance_id = e.instance_id and t.id = e.task_id
      left join app_user actor on actor.tenant_id = e.tenant_id and actor.id = e.actor_id
      left join app_user absent on absent.tenant_id = e.tenant_id and absent.id = e.behalf_id
      left join app_user assignee on assignee.tenant_id = e.tenant_id and assignee.id = t.assignee_id
    where e.kind in ('open', 'complete') and i.business_type <> 'workOrder'
    order by e.instance_id, e.seq;
  return null;
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
    select m.id, t.completed_by, coalesce(app.acting_name(u.realname, absent.realname), '系统') as name, t.closed_at,
      case t.outcome when 'approve' then '已同意' when 'reject' then '已驳回' else '已办理' end as outcome
    from (select distinct tenant_id, instance_id from happened) h
      join message m on m.tenant_id = h.tenant_id and m.about = 'process' and m.about_id = h.instance_id
        and m.done_at is null
      join process_task t on t.tenant_id = m.tenant_id and t.instance_id = m.about_id
        and t.id = (m.words ->> 'step')::int and t.closed_at is not null
      left join app_user u on u.tenant_id = t.tenant_id and u.id = t.completed_by
      left join app_user absent on absent.tenant_id = t.tenant_id and absent.id = t.behalf_id
  loop
    perform app.done_message(e.id, e.completed_by, e.name, e.closed_at, e.outcome);
  end loop;
  return null;
end
$$;
