-- Uploads that do not say what they are for: whoever uses one gives it its purpose.
alter table stored_file
  drop constraint stored_file_purpose_check,
  add constraint stored_file_purpose_check check (purpose in (
    'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
    'general'));

-- The companies' papers are drawn in turn: the next company, and of it what waited longest.
create index file_preview_turn on file_preview_waiting (tenant, due_at, turn);
drop index file_preview_due;
