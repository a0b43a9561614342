-- Renews the planner's statistics of tables that have doubled since they were last read, as PostgreSQL's own daemon does within
-- minutes. Many orders made within one minute cannot wait for it: foreign keys are checked by plans that each session keeps,
-- and one made for an empty table reads all of it for each row. One process at a time does it, and none waits for a table that
-- is being vacuumed.
create function app.renew_statistics_of_grown() returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_table regclass;
begin
  if not pg_try_advisory_xact_lock(hashtext('statistics of grown tables')) then return; end if;
  for v_table in
    select c.oid from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and c.relkind = 'r' and s.n_mod_since_analyze > 200
      and s.n_mod_since_analyze > greatest(c.reltuples, 0)
  loop
    execute format('analyze (skip_locked) %s', v_table);
  end loop;
end
$$;
