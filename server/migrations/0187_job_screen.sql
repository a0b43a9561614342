-- People give jobs up with a reason, which is kept as long as the job (docs/decisions/0093-jobs-screen.md).
alter table job
  add column given_up_why text check (given_up_why <> ''),
  add column given_up_by text,
  add constraint job_given_up_by check ((given_up_why is null) = (given_up_by is null)),
  add constraint job_given_up_why check (given_up_why is null or given_up_at is not null);
comment on column job.given_up_by is 'The name of the person, as it was then.';

-- Takes a job that was given up up again, at the end of its key; returns its new id, or null.
create function app.revive_job(p_id bigint, p_tenant int) returns bigint language plpgsql as $$
declare
  v_job job;
begin
  select * into v_job from job where id = p_id and tenant = p_tenant and given_up_at is not null for update;
  if not found then return null; end if;
  delete from job where id = p_id;
  return app.enqueue_job(v_job.kind, v_job.payload, v_job.key, clock_timestamp(), p_tenant);
end
$$;
