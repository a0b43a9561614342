-- A copy that a step of a process made is nobody's.
alter table process_copy alter column copied_by drop not null;
