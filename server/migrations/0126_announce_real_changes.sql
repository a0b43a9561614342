-- A statement that touches no row announces nothing: statements that delete expired sessions, or add a role that a
-- person has already, would otherwise have every open stream check its right.

create or replace function app.announce_access() returns trigger language plpgsql as $$
begin
  if exists (select from touched) then
    perform app.announce('access');
  end if;
  return null;
end
$$;

-- Rows of a statement can only be seen by a trigger for one kind of it.
create procedure app.announce_access_of(p_table text, p_kinds text[]) language plpgsql as $$
declare
  v_kind text;
begin
  execute format('drop trigger access_announced on %I', p_table);
  foreach v_kind in array p_kinds loop
    execute format(
      'create trigger %I after %s on %I referencing %s table as touched
         for each statement execute function app.announce_access()',
      'access_announced_' || v_kind, v_kind, p_table, case v_kind when 'delete' then 'old' else 'new' end);
  end loop;
end
$$;
call app.announce_access_of('user_session', '{delete}');
call app.announce_access_of('user_role', '{insert,delete,update}');
call app.announce_access_of('role_permission', '{insert,delete,update}');
call app.announce_access_of('tenant_setting', '{insert,update}');
drop procedure app.announce_access_of(text, text[]);

-- The rows of some columns can only be seen one by one. Equal notices of a transaction are sent once.
create function app.announce_account() returns trigger language plpgsql as $$
begin
  perform app.announce('access');
  return null;
end
$$;
drop trigger access_announced on app_user;
create trigger access_announced_update after update on app_user for each row
  when ((old.status, old.must_change_password) is distinct from (new.status, new.must_change_password))
  execute function app.announce_account();
