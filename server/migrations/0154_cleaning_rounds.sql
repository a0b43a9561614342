-- Rain washes modules too: from this much on, a day ends what a cleaning brings.
alter table station_generation add column rain numeric(5, 1) check (rain between 0 and 1000);
comment on column station_generation.rain is 'Rain of the day, mm; null if nobody has measured it.';

-- The page of cleaning orders reads the latest of them, which are few among all orders.
create index work_order_cleaning on work_order (tenant_id, created_at desc, id desc) where task_type in (1, 13);
