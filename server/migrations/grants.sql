-- What the application may do, for the role named by the setting heliodesk.grantee: everything that is not said here
-- to be refused. Repeated after every change of the schema or of this file, in one transaction.
do $$
declare
  v_role text := current_setting('heliodesk.grantee');
  v_table regclass;
begin
  -- The role that pools of earlier versions took by SET ROLE has no more to do here.
  if exists (select from pg_roles where rolname = 'heliodesk_app') then
    revoke all on all tables in schema public from heliodesk_app;
    revoke all on all sequences in schema public from heliodesk_app;
    revoke all on all functions in schema app from heliodesk_app;
    revoke all on schema public, app from heliodesk_app;
  end if;
  if not has_database_privilege(v_role, current_database(), 'connect') then
    execute format('grant connect on database %I to %I', current_database(), v_role);
  end if;
  execute format('revoke all on all tables in schema public from %I', v_role);
  execute format('grant usage on schema public, app to %I', v_role);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', v_role);
  execute format('grant usage on all sequences in schema public to %I', v_role);
  execute format('grant execute on all functions in schema app to %I', v_role);

  execute format('revoke all on schema_migration, audit_pending from %I', v_role);
  execute format('revoke insert, update, delete on audit_entry, audit_head from %I', v_role);
  execute format(
    'revoke insert, update, delete on tenant, login_directory, third_directory, signing_key, storage_owner from %I',
    v_role);
  for v_table in select tgrelid from pg_trigger where tgname = 'history' loop
    execute format('revoke update, delete on %s from %I', v_table, v_role);
  end loop;
  -- What history tells of is never removed; people are put out of use.
  execute format('revoke delete on work_order, station, device, inquiry, app_user, tenant_setting, process_instance, process_task, process_candidate, process_copy, process_delegation, oa_request, oa_form, earth, earth_hanging, qualification, ticket_counter, ticket_line, ticket_request, ticket_review from %I',
    v_role);
end
$$;
