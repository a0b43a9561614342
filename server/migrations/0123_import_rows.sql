-- Which stations and devices an import added or changed: their events name it. An import names itself once in its
-- transaction, and every event written there has the number.
create function app.import_id() returns bigint language sql stable
  return nullif(current_setting('app.import', true), '')::bigint;

alter table station_event add column import_id bigint;
alter table station_event alter column import_id set default app.import_id();
comment on column station_event.import_id is 'No reference: the history outlives the record of the import.';
create index station_event_of_import on station_event (tenant_id, import_id) where import_id is not null;

alter table device_event add column import_id bigint;
alter table device_event alter column import_id set default app.import_id();
comment on column device_event.import_id is 'No reference: the history outlives the record of the import.';
create index device_event_of_import on device_event (tenant_id, import_id) where import_id is not null;
