-- Archives among the exports: all data of one person (docs/decisions/0100-personal-data.md).
alter table export_job drop constraint export_job_format_check;
alter table export_job add constraint export_job_format_check check (format in ('xlsx', 'csv', 'zip'));
