-- A notice says whose change it was too: `<company> <person> <window> <entity>,<entity>`; 0 for nobody's. Only server
-- processes read notices; they tell a person which changes were the person's own, and nothing about other people.
create or replace function app.announce(p_entities text, p_window text default '') returns void language sql as $$
  select pg_notify('change', concat_ws(' ', app.tenant_id(), coalesce(app.user_id(), 0), p_window, p_entities))
  where app.tenant_id() is not null
$$;
