-- Who is urged hears of it, and changes of rights that wait are told to those who may decide them (decision 0106).

-- Whoever holds an open step: with the starter's words.
create function app.tell_of_urge(p_instance bigint, p_seq int) returns void language plpgsql set enable_seqscan = off as $$
declare
  e record;
begin
  select h.at, h.actor_id, h.task_id, coalesce(h.opinion, '') as opinion, i.title, a.realname as actor, t.name as step
    into strict e
    from process_event h
      join process_instance i on i.tenant_id = h.tenant_id and i.id = h.instance_id
      join process_task t on t.tenant_id = h.tenant_id and t.instance_id = h.instance_id and t.id = h.task_id
      join app_user a on a.tenant_id = h.tenant_id and a.id = h.actor_id
    where h.tenant_id = app.tenant_id() and h.instance_id = p_instance and h.seq = p_seq;
  perform app.tell('approvalUrged', 'process', p_instance, '', null, concat_ws(' ', 'approvalUrged', p_instance, p_seq),
    jsonb_build_object('title', e.title, 'step', e.task_id::text, 'stepName', e.step, 'user', e.actor, 'text', e.opinion,
      'instance', p_instance::text),
    app.people_of_step(p_instance, e.task_id, e.at), e.actor_id, e.at);
end
$$;

create function app.tell_urges() returns trigger language plpgsql as $$
begin
  if not app.tells() then return null; end if;
  perform app.tell_of_urge(h.instance_id, h.seq) from happened h
    where h.kind = 'urge' and h.task_id is not null order by h.instance_id, h.seq;
  return null;
end
$$;
create trigger messages_urged after insert on process_event referencing new table as happened
  for each statement execute function app.tell_urges();

-- As before, but by the right that confirms each kind: machine accounts and data roles have rights of their own.
create or replace function app.tell_pending_grant() returns trigger language plpgsql as $$
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
      and app.is_granted(u.id, case new.kind when 'permissions' then 'role:manage' when 'machine' then 'api:manage'
        when 'dataRole' then 'dataRole:manage' else 'user:manage' end)
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
