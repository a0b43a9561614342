-- Of two temperatures of the air the one taken later stands, also where it arrives first.
alter table inspection_sheet
  add column ambient_at timestamptz,
  add column ambient_by bigint,
  add check ((ambient_at is null) = (ambient_by is null)),
  add foreign key (tenant_id, ambient_by) references app_user (tenant_id, id);

alter table field_record drop constraint field_record_act_check;
alter table field_record add constraint field_record_act_check check (act in (
  'start', 'step', 'prerequisite', 'hours', 'note', 'photo', 'signature', 'reading', 'exempt', 'defect', 'ambient',
  'join', 'submit'));
