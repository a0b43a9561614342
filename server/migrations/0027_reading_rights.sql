-- Stations and devices could be read by every signed-in user; now their rights are asked for. Roles whose people have the
-- page, or may change what it shows, go on reading.
do $$
declare
  v_tenant int;
begin
  for v_tenant in select id from tenant loop
    perform set_config('app.tenant', v_tenant::text, true);
    insert into role_permission (role_id, permission_id)
      select distinct held.role_id, wanted.id
      from (values ('/station/archive', 'station:edit', 'station:list'), ('/station/device', 'device:edit', 'device:list'))
          as given (page, edit, list)
        join permission p on p.tenant_id = v_tenant and (p.path = given.page or p.code = given.edit)
        join role_permission held on held.tenant_id = p.tenant_id and held.permission_id = p.id
        join permission wanted on wanted.tenant_id = v_tenant and wanted.code = given.list
      on conflict do nothing;
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;
