-- The area of health and safety (spec 1 §1) is a menu of its own. Where the three pages still lie under 生产运营, they
-- move below it, and every role with one of them gets the menu above it.
do $$
declare
  v_tenant int;
  v_menu bigint;
  c_pages constant text[] := array['/operation/ticketReview', '/operation/qualification', '/operation/earth'];
begin
  for v_tenant in select tenant_id from permission where path = any(c_pages) group by 1 loop
    perform set_config('app.tenant', v_tenant::text, true);
    insert into permission (menu_type, name, path, component, icon, sort_order)
      values (0, '安全环保', '/safety', 'layouts/Basic', 'shield-alert', 15) returning id into v_menu;
    insert into role_permission (role_id, permission_id)
      select distinct rp.role_id, v_menu from role_permission rp
        join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
      where p.tenant_id = v_tenant and p.path = any(c_pages);
    update permission set parent_id = v_menu where tenant_id = v_tenant and path = any(c_pages);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
