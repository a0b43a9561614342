-- Photos of an earth as it was put up and as it was taken down. Evidence: they stay as long as the ticket.
create table earth_photo (
  tenant_id int not null default app.tenant_id() references tenant,
  -- Of its stored_file, purpose earth.
  path text not null,
  hanging_id bigint not null,
  -- When it was taken down; otherwise when it was put up.
  of_removal boolean not null,
  primary key (tenant_id, path),
  foreign key (tenant_id, hanging_id) references earth_hanging (tenant_id, id)
);
create index earth_photo_hanging on earth_photo (tenant_id, hanging_id);
call app.isolate('earth_photo');
call app.keep_forever('earth_photo');

alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in (
  'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
  'process', 'request', 'step', 'example', 'drawing', 'earth', 'general'));
