-- What became of an inspection depends on the next one of its plan.
create index inspection_due_plan_day on inspection_due (tenant_id, plan_id, due_on);
