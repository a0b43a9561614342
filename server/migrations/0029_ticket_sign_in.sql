-- A session may begin with a ticket that another one was left with: somebody went on to a sister system.
alter table user_session drop constraint user_session_method_check;
alter table user_session add constraint user_session_method_check
  check (method in ('password', 'phone', 'jwt', 'third', 'oidc', 'ticket'));
alter table sign_in_log drop constraint sign_in_log_method_check;
alter table sign_in_log add constraint sign_in_log_method_check
  check (method in ('password', 'phone', 'jwt', 'third', 'oidc', 'ticket'));
