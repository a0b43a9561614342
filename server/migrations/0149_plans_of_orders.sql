-- Orders by their planned time, for the Gantt chart and the calendar.

-- A period is read by the start; the place and the people are in the index, so that only orders that are shown are read.
create index work_order_plan on work_order (tenant_id, plan_start_time, id)
  include (plan_end_time, dep_code, psa_id, station_id, flow_sts, task_type, liable_user_id)
  where plan_start_time is not null;
-- Plans of more than 31 days reach into a period from far before it, and are few.
create index work_order_long_plan on work_order (tenant_id, plan_end_time)
  where plan_end_time - plan_start_time > interval '31 days';

alter table work_order_event drop constraint work_order_event_action_check,
  add constraint work_order_event_action_check check (
    action in (
      'create', 'import', 'assign', 'claim', 'reassign', 'reschedule', 'start', 'save', 'submit', 'pass', 'reject',
      'terminate', 'extend', 'extensionAgree', 'extensionRefuse', 'extensionEnd', 'insurance'
    )
  );
