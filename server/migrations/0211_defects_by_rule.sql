-- Plans may have abnormal readings become a defect by themselves, once a device is done.
alter table inspection_sheet add column by_rule boolean not null default false;
comment on column inspection_sheet.by_rule is 'The abnormal readings of a device become a defect when its last line is recorded.';
