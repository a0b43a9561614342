-- History is written once: nobody changes or removes it, the owner of the tables included, and what it tells of
-- cannot be removed beneath it.
create function app.refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception 'history in % is neither changed nor removed', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- Makes a table append-only; grants.sql finds it by its trigger, a test finds every table of history without it.
create procedure app.keep_forever(relation regclass) language plpgsql as $$
begin
  execute format('create trigger history before update or delete on %s
    for each row execute function app.refuse_change_of_history()', relation);
  execute format('create trigger history_whole before truncate on %s
    for each statement execute function app.refuse_change_of_history()', relation);
end
$$;

alter table work_order_event
  drop constraint work_order_event_tenant_id_order_id_fkey,
  add foreign key (tenant_id, order_id) references work_order (tenant_id, id);
alter table station_event
  drop constraint station_event_tenant_id_station_id_fkey,
  add foreign key (tenant_id, station_id) references station (tenant_id, id);

-- A letter's way from one state to the next, written by the database itself.
create table inquiry_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  inquiry_id bigint not null,
  at timestamptz not null,
  actor_id bigint default app.user_id(),
  from_state text not null,
  to_state text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, inquiry_id) references inquiry (tenant_id, id),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index inquiry_event_of_inquiry on inquiry_event (tenant_id, inquiry_id, id);
call app.isolate('inquiry_event');

create function app.tell_inquiry_state() returns trigger language plpgsql as $$
begin
  insert into inquiry_event (tenant_id, inquiry_id, at, from_state, to_state)
    values (new.tenant_id, new.id, new.updated_at, old.state, new.state);
  return null;
end
$$;
create trigger inquiry_state after update on inquiry for each row
  when (old.state <> new.state) execute function app.tell_inquiry_state();

-- What was once written to an office stays as it was written.
create trigger inquiry_words before update on inquiry for each row
  when ((old.box, old.kind, old.title, old.content, old.phone, old.sender_id, old.created_at)
    is distinct from (new.box, new.kind, new.title, new.content, new.phone, new.sender_id, new.created_at))
  execute function app.refuse_change_of_history();

call app.keep_forever('work_order_event');
call app.keep_forever('station_event');
call app.keep_forever('device_event');
call app.keep_forever('inquiry_event');
call app.keep_forever('inquiry_message');
call app.keep_forever('tenant_setting_change');
call app.keep_forever('sign_in_log');

-- Refuses, at commit, rows of `relation` whose state changed (`changed`: a condition on old and new) in a transaction
-- that told `events` nothing of it (`link`: a condition on the event e and new). An event of this transaction is one
-- whose xmin is the transaction's own id; under a savepoint it would not be, and the change be refused. The tenant is
-- entered for the look, because a transaction may have gone on to another one by the time it commits.
create procedure app.require_event(
  relation regclass, events regclass, link text, changed text, inserts boolean default false
) language plpgsql as $body$
begin
  execute format(
    $text$
      create function app.%1$s_tells_history() returns trigger language plpgsql as $$
      declare
        v_tenant text := current_setting('app.tenant', true);
        v_told boolean;
      begin
        perform set_config('app.tenant', new.tenant_id::text, true);
        select exists (
          select from %2$s e where e.tenant_id = new.tenant_id and %3$s and e.xmin = pg_current_xact_id()::xid
        ) into v_told;
        perform set_config('app.tenant', coalesce(v_tenant, ''), true);
        if not v_told then
          raise exception 'the state in %1$s changed without an event in %2$s' using errcode = 'check_violation';
        end if;
        return null;
      end
      $$
    $text$, relation, events, link);
  execute format('create constraint trigger %1$s_state after update on %1$s deferrable initially deferred
    for each row when (%2$s) execute function app.%1$s_tells_history()', relation, changed);
  if inserts then
    execute format('create constraint trigger %1$s_born after insert on %1$s deferrable initially deferred
      for each row execute function app.%1$s_tells_history()', relation);
  end if;
end
$body$;

call app.require_event('work_order', 'work_order_event', 'e.order_id = new.id and e.to_sts = new.flow_sts',
  'old.flow_sts <> new.flow_sts or old.other_sts <> new.other_sts', true);
call app.require_event('station', 'station_event', 'e.station_id = new.id',
  'old.status <> new.status or old.maintenance_status <> new.maintenance_status');
call app.require_event('device', 'device_event', 'e.device_id = new.id', 'old.status <> new.status');
call app.require_event('tenant_setting', 'tenant_setting_change', 'e.section = new.section',
  'old.settings <> new.settings');
