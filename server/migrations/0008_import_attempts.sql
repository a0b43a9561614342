-- How often an import was cut off by the loss of its connection; after a few times its starter is told.
alter table data_import_waiting add column attempts int not null default 0;
