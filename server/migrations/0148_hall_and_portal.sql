-- The hall reads orders that wait for somebody, those that lose most first; counts of them read nothing but this.
create index work_order_waiting on work_order (tenant_id, loss_power desc, plan_end_time, id)
  include (dep_code, psa_id, station_id, task_type)
  where flow_sts = 1;

-- What a person has finished in a period, and what was due in one, are counted from these alone.
drop index work_order_closed;
create index work_order_closed on work_order (tenant_id, flow_sts, flow_end_time)
  include (liable_user_id, dep_code, psa_id)
  where flow_sts >= 4;
create index work_order_done_due on work_order (tenant_id, plan_end_time)
  include (liable_user_id, flow_end_time, dep_code, psa_id)
  where flow_sts = 4;
create index work_order_hours_time on work_order_hours (tenant_id, actual_start_time)
  include (order_id, executor_name, actual_end_time, work_hours);
