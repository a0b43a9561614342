-- Drawings of tickets and of typical tickets (附图). What they show is in the content of the ticket, and signed with it;
-- here is which file belongs to which, so that whoever sees the one gets the other.
create table ticket_drawing (
  tenant_id int not null default app.tenant_id() references tenant,
  -- Of its stored_file, purpose drawing. A copy of a ticket has files of its own, of the same bytes.
  path text not null,
  ticket_id bigint,
  typical_id bigint,
  primary key (tenant_id, path),
  check (num_nonnulls(ticket_id, typical_id) = 1),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, typical_id) references typical_ticket (tenant_id, id) on delete cascade
);
create index ticket_drawing_ticket on ticket_drawing (tenant_id, ticket_id) where ticket_id is not null;
create index ticket_drawing_typical on ticket_drawing (tenant_id, typical_id) where typical_id is not null;
call app.isolate('ticket_drawing');

alter table typical_ticket add column drawings jsonb not null default '[]';
comment on column typical_ticket.drawings is 'Array of {path, title, marks}.';

alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in (
  'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
  'process', 'request', 'step', 'example', 'drawing', 'general'));
