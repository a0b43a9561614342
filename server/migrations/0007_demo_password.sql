-- The password of demo accounts is public. Accounts that still have the very hash that they were created with are the
-- ones that anybody can use; comparing hashes of the password itself would cost each a good part of a second.
alter table tenant add column demo_password_hash text check (demo or demo_password_hash is null);
comment on column tenant.demo_password_hash is 'Hash that the demo accounts were created with.';

do $$
declare
  v_tenant int;
begin
  for v_tenant in select id from tenant where demo loop
    perform set_config('app.tenant', v_tenant::text, true);
    update tenant set demo_password_hash = (
      select password_hash from app_user where tenant_id = v_tenant
        group by password_hash having count(*) > 1 order by count(*) desc limit 1
    ) where id = v_tenant;
  end loop;
end
$$;
