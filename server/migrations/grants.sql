-- Repeated after every change of the schema: the plain role may use everything and own nothing.
do $$
begin
  if exists (select from pg_roles where rolname = 'heliodesk_app') then
    grant usage on schema public, app to heliodesk_app;
    grant select, insert, update, delete on all tables in schema public to heliodesk_app;
    grant usage on all sequences in schema public to heliodesk_app;
    grant execute on all functions in schema app to heliodesk_app;
    revoke insert, update, delete on schema_migration from heliodesk_app;
    revoke update, delete on work_order_event from heliodesk_app;
    revoke update, delete on sign_in_log from heliodesk_app;
    revoke update, delete on tenant_setting_change from heliodesk_app;
    revoke update, delete on device_event from heliodesk_app;
    revoke insert, update, delete on storage_owner from heliodesk_app;
    revoke insert, delete on storage_sweep from heliodesk_app;
  end if;
end
$$;
