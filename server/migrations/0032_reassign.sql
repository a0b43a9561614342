-- An order under way goes to somebody else.
alter table work_order_event drop constraint work_order_event_action_check;
alter table work_order_event add constraint work_order_event_action_check check (
  action in (
    'create', 'import', 'assign', 'claim', 'reassign', 'start', 'save', 'submit', 'pass', 'reject', 'terminate'
  )
);
