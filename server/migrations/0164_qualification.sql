-- The published list of who may sign what of the two tickets (domain.md §1.2). An entry never changes but is revoked.
create table qualification (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  person_id bigint not null,
  roles text[] not null check (
    roles <> '{}' and roles <@ array['issuer', 'coIssuer', 'leader', 'permitter', 'shiftLeader', 'guard', 'operator',
      'operationGuard', 'hotWorker', 'fireGuard']
  ),
  -- The highest, in kV.
  voltage text not null check (voltage in ('0.4', '10', '35', '110', '220', '330', '500')),
  -- At the stations of this department and those below it.
  department_id bigint not null,
  publication text not null check (publication <> ''),
  certificate text not null default '',
  valid_from date not null,
  valid_until date not null,
  version int not null default 1 check (version > 0),
  created_at timestamptz not null,
  created_by bigint not null default app.user_id(),
  revoked_at timestamptz,
  revoked_by bigint,
  revoke_reason text check (revoke_reason <> ''),
  primary key (tenant_id, id),
  check (valid_until >= valid_from),
  check (num_nulls(revoked_at, revoked_by, revoke_reason) in (0, 3)),
  foreign key (tenant_id, person_id) references app_user (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, id),
  foreign key (tenant_id, revoked_by) references app_user (tenant_id, id)
);
create index qualification_person on qualification (tenant_id, person_id, valid_until);
create index qualification_department on qualification (tenant_id, department_id);
call app.isolate('qualification');

create function app.qualification_is_kept() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null
    or (old.person_id, old.roles, old.voltage, old.department_id, old.publication, old.certificate, old.valid_from,
      old.valid_until, old.created_at, old.created_by)
      is distinct from (new.person_id, new.roles, new.voltage, new.department_id, new.publication, new.certificate,
        new.valid_from, new.valid_until, new.created_at, new.created_by) then
    raise exception 'an entry of qualification can only be revoked' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger qualification_kept before update on qualification
  for each row execute function app.qualification_is_kept();
