-- The list's sort orders by planned times. Each index serves both directions: orders without a plan come last in both,
-- so the list reads a descending order in two parts (modules/work-orders/sorting.ts).
drop index work_order_plan;
create index work_order_plan on work_order (tenant_id, plan_start_time, created_at, id)
  include (plan_end_time, dep_code, psa_id, station_id, flow_sts, task_type, liable_user_id);
-- Also in the order of the overdue ones, the longest first.
drop index work_order_due;
create index work_order_due on work_order (tenant_id, plan_end_time, created_at desc, id desc) where flow_sts < 4;
create index work_order_plan_end on work_order (tenant_id, plan_end_time, created_at, id);
