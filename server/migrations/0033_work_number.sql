-- A work number belongs to one person of a company. Doubles from before stay until somebody changes one of them, so
-- this is a trigger rather than a unique index. Whoever sets the same number at the same time waits for the other.
create index app_user_work_no on app_user (tenant_id, work_no) where work_no is not null;

create function app.work_number_is_free() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(format('work_no %s %s', new.tenant_id, new.work_no), 0));
  if exists (select from app_user u
      where u.tenant_id = new.tenant_id and u.work_no = new.work_no and u.id <> new.id) then
    raise unique_violation using constraint = 'app_user_work_no', message = 'work number is taken';
  end if;
  return null;
end
$$;
create trigger app_user_work_number_set after insert on app_user
  for each row when (new.work_no is not null) execute function app.work_number_is_free();
create trigger app_user_work_number_changed after update of work_no on app_user
  for each row when (new.work_no is distinct from old.work_no and new.work_no is not null)
  execute function app.work_number_is_free();
