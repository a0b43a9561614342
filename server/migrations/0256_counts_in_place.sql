-- Sums that change every two seconds change in place: with a column of theirs in an index each change left a dead row, and in
-- a burst of new orders every list read tens of thousands of those until they were vacuumed.
alter table work_order_count drop constraint work_order_count_pkey,
  add primary key (tenant_id, flow_sts, station_id);
alter table work_order_count set (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
alter table work_order_count_delta set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
