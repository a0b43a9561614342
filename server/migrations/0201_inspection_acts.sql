-- What phones send of inspections is judged like their other acts, and kept beside the order where it has no effect.
alter table field_record drop constraint field_record_act_check;
alter table field_record add constraint field_record_act_check check (act in (
  'start', 'step', 'prerequisite', 'hours', 'note', 'photo', 'signature', 'reading', 'exempt', 'defect', 'submit'));
