-- What new inspection plans of a company begin with: its own templates, beside those of the trade, which are no rows
-- (docs/decisions/0112-plan-templates.md).
create table inspection_plan_template (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  -- Null once it is gone.
  cycle_id bigint,
  holidays text not null check (holidays in ('keep', 'skip', 'next', 'previous')),
  lead_days int not null check (lead_days between 0 and 60),
  abnormal text not null check (abnormal in ('press', 'rule')),
  item_ids bigint[] not null,
  remark text not null default '',
  updated_at timestamptz not null,
  updated_by bigint not null default app.user_id(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, cycle_id) references inspection_cycle (tenant_id, id) on delete set null (cycle_id),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
create index inspection_plan_template_cycle on inspection_plan_template (tenant_id, cycle_id);
call app.isolate('inspection_plan_template');
call app.keep_names('inspection_plan_template', 'name');
