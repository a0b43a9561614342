-- Who leaves gives the routes of inspection plans to somebody else.
alter table handover_result drop constraint handover_result_kind_check;
alter table handover_result add constraint handover_result_kind_check
  check (kind in ('order', 'insurance', 'task', 'ticket', 'plan', 'delegation', 'view', 'webhook', 'token'));
