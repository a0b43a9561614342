-- Lists of open steps leave out what their reader started: it must cost no more than what of it still runs.
create index process_instance_started on process_instance (tenant_id, starter_id, id) where status = 'running';
