-- The hall reads orders that wait for somebody, those that lose most first; counts of them read nothing but this.
create index work_order_waiting on work_order (tenant_id, loss_power desc, plan_end_time, id)
  include (dep_code, psa_id, station_id, task_type)
  where flow_sts = 1;
