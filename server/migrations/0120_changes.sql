-- What a transaction changed is announced to all server processes when it commits (server/src/kernel/changes.ts).

-- A notice `<company> <window> <entity>,<entity>`, without the window if none is known; nothing outside of a company.
-- A notice holds neither data nor ids.
create function app.announce(p_entities text, p_window text default '') returns void language sql as $$
  select pg_notify('change', concat_ws(' ', app.tenant_id(), p_window, p_entities))
  where app.tenant_id() is not null
$$;

-- The end of sessions, and everything that a permission depends on: open streams check their right again. Also when
-- rows go with those that they belong to, whoever does it.
create function app.announce_access() returns trigger language plpgsql as $$
begin
  perform app.announce('access');
  return null;
end
$$;
create trigger access_announced after delete on user_session
  for each statement execute function app.announce_access();
create trigger access_announced after insert or delete or update on user_role
  for each statement execute function app.announce_access();
create trigger access_announced after insert or delete or update on role_permission
  for each statement execute function app.announce_access();
create trigger access_announced after update of status, must_change_password on app_user
  for each statement execute function app.announce_access();
create trigger access_announced after insert or update on tenant_setting
  for each statement execute function app.announce_access();
